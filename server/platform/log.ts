import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

interface Description {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: Description;
}

const describeError = (error: unknown): Description => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
};

/**
 * The server's log, one JSON line an entry. By allow-list: callers give method, route pattern, status,
 * milliseconds, request id, counts and causes; never bodies, cookies, query strings, file names or addresses.
 */
export const createLog = (level: 'debug' | 'info' | 'warn' | 'error' | 'silent' = 'info'): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A database's error carries the values it stumbled over; only what happened and where goes into the log.
    serializers: { err: describeError },
  });

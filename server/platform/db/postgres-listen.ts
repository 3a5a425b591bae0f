import pg from 'pg';
import type { Logger } from '../log.ts';

interface Listening {
  url: string;
  channel: string;
  listener: (message: string) => void;
  /** Called after each reconnect: messages sent meanwhile were missed. */
  onGap: () => void;
  log: Logger;
}

/** Holds one connection that LISTENs, and makes a new one (after 0.1 s, doubling to 5 s) whenever it is lost. */
export const listenForever = ({ url, channel, listener, onGap, log }: Listening): (() => Promise<void>) => {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let delay = 100;
  let connectedBefore = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'circle events' });
    client = next;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || stopped) return;
      lost = true;
      log.warn({ err: error }, 'The event connection to the database was lost; connecting again');
      next
        .end()
        .catch((cause: unknown) => log.debug({ err: cause }, 'The lost connection did not end cleanly'));
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, 5_000);
    };
    next.on('error', again);
    next.on('end', () => again());
    next.on('notification', (message) => {
      if (message.payload !== undefined) listener(message.payload);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      delay = 100;
      if (connectedBefore) onGap();
      connectedBefore = true;
    } catch (error) {
      again(error instanceof Error ? error : undefined);
    }
  };
  const start = () => {
    connect().catch((error: unknown) =>
      log.error({ err: error }, 'The event connection could not be set up'),
    );
  };
  start();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end();
  };
};

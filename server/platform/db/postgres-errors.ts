import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../problem.ts';

// System errors (errno) of a lost or refused connection and of an unknown address.
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATE codes (PostgreSQL, appendix A) that mean an unusable server: the classes for connections, resources and files,
 * a refused sign-in, a missing database, a read-only standby, a cancelled statement, start-up and shutdown.
 */
const serverCodes = /^(?:08|28|53|58)...$|^(?:3D000|25006|57014|57P0[1-5])$/;

// Errors that `pg` reports by message only.
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered|was closed)|Cannot use a pool after)/;

const codeOf = (error: unknown): string => {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

/** The server was demoted or shuts down: its connection must not be reused. */
export const spoilsConnection = (error: unknown): boolean => /^(?:25006|57P0[1-5])$/.test(codeOf(error));

const isUnreachable = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== '') return systemCodes.has(code) || serverCodes.test(code);
  return error instanceof Error && words.test(error.message);
};

/**
 * Turns a failure of an unreachable or broken database into the sentence for a request, with a line for the operator as
 * the cause. Returns any other error unchanged.
 */
export const asProblem = (error: unknown): unknown => {
  if (!isUnreachable(error)) return error;
  const reason = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  return new Problem('unavailable', messages.unavailable, {
    cause: new Error(`The database cannot be used: ${reason}`),
  });
};

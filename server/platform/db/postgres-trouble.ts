import { messages } from '../../../contract/errors.ts';
import { Problem } from '../problem.ts';

// What the system says of a connection that is not there (errno), and of an address that nobody knows.
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
 * What the server says of itself (PostgreSQL, appendix A): connections, resources and its files by their class; a
 * sign-in that it refuses; a database that is not there; a server that only reads, because another one has taken
 * over from it; a statement that was called off, and one that starts, stops or was shut down.
 */
const serverCodes = /^(?:08|28|53|58)...$|^(?:3D000|25006|55P03|57014|57P0[1-5])$/;

// Of these, `pg` has a text alone.
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered|was closed)|Cannot use a pool after)/;

const codeOf = (error: unknown): string => {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

/** Another server takes the writes now, or this one goes: its connection is of no use for the next request. */
export const spoilsConnection = (error: unknown): boolean => /^(?:25006|57P0[1-5])$/.test(codeOf(error));

const isOutOfReach = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== '') return systemCodes.has(code) || serverCodes.test(code);
  return error instanceof Error && words.test(error.message);
};

/**
 * What a failure of the database is to a request: where it is the database that cannot be reached or cannot go on,
 * the sentence for that, with a line for the operator as its cause; anything else is left as it is.
 */
export const asProblem = (error: unknown): unknown => {
  if (!isOutOfReach(error)) return error;
  const reason = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  return new Problem('unavailable', messages.unavailable, {
    cause: new Error(`The database cannot be used: ${reason}`),
  });
};

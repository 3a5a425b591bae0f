import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import type { RepeatKey } from '../db/idempotency.ts';
import { invalid } from '../problem.ts';
import type { ReceivedForm } from './form.ts';

const contentHashOf = async (input: object, form: ReceivedForm | null): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(input));
  for (const { field, file } of form?.files ?? []) {
    hash.update(JSON.stringify([field, file.bytes]));
    await pipeline(createReadStream(file.path), hash, { end: false });
  }
  return hash.digest('hex');
};

/** Binds a client's key to the call: the same key at another endpoint is another call. */
export const keyOf = (method: string, path: string, key: string): string => `${method} ${path} ${key}`;

/** The key of a call that the client may repeat; null if it sent none. @throws invalid */
export const readRepeatKey = async (
  request: FastifyRequest,
  input: object,
  form: ReceivedForm | null,
): Promise<RepeatKey | null> => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > 100)
    throw invalid('Idempotency-Key', messages.keyTooLong);
  const [path = ''] = request.url.split('?');
  return { key: keyOf(request.method, path, key), contentHash: await contentHashOf(input, form) };
};

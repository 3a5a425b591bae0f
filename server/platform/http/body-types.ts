import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Problem } from '../problem.ts';
import { limitUploadTime } from './body-time.ts';

/** Lets the raw routes of `scope` take small forms, unparsed. */
export const readForms = (scope: FastifyInstance): void => {
  // Mail programs send either form (RFC 8058).
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1_024 },
    (_request, _body, done) => done(null),
  );
};

/** Lets the raw routes of `scope` take the fields of forms. They stay unread until the handler calls `readFields`. */
export const takeFields = (scope: FastifyInstance): void => {
  scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) =>
    done(null, payload),
  );
};

/** Fields of a form. The pages of this server send fewer. */
const maxFields = 10;

/** Reads the fields of a form of at most `maxBytes`. @throws Problem `tooLarge` */
export const readFields = async (
  { body }: FastifyRequest,
  maxBytes: number,
): Promise<Record<string, string>> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : []) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Problem('tooLarge', messages.tooLarge);
  }
  const text = Buffer.concat(chunks).toString();
  // Counted first: an object of 80,000 fields takes a quarter of a second.
  if (text.split('&', maxFields + 1).length > maxFields) throw new Problem('tooLarge', messages.tooLarge);
  return Object.fromEntries(new URLSearchParams(text));
};

/** Lets the raw routes of `scope` take JSON as bytes. */
export const readAsBytes = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^application\/json(?:;|$)/i,
    { parseAs: 'buffer', bodyLimit: limits.webhookBytes },
    (_request, body, done) => done(null, body),
  );
};

/** Checks the type of a JSON body before it is read. */
export const expectJson = (request: FastifyRequest): void => {
  if (request.headers['content-type']?.startsWith('multipart/'))
    throw new Problem('wrongType', messages.wrongType);
};

/** Checks the type of a form before it is read. */
export const expectForm = (request: FastifyRequest): void => {
  // Check the type before the body is read: JSON in place of a form would be parsed first.
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data'))
    throw new Problem('wrongType', messages.wrongType);
  limitUploadTime(request);
};

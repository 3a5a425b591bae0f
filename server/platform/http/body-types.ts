import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Problem } from '../problem.ts';
import { limitJsonTime, limitUploadTime } from './body-time.ts';

/** Lets the raw routes of `scope` take small forms, unparsed. */
export const readForms = (scope: FastifyInstance): void => {
  // Mail programs send either form (RFC 8058).
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1_024 },
    (_request, _body, done) => done(null),
  );
};

/** Lets the raw routes of `scope` take the fields of forms. A page without scripts sends long texts in them. */
export const readFields = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: limits.formBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
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
export const expectJson = (request: FastifyRequest, reply: FastifyReply): void => {
  if (request.headers['content-type']?.startsWith('multipart/'))
    throw new Problem('wrongType', messages.wrongType);
  limitJsonTime(request, reply);
};

/** Checks the type of a form before it is read. */
export const expectForm = (request: FastifyRequest, reply: FastifyReply): void => {
  // Check the type before the body is read: JSON in place of a form would be parsed first.
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data'))
    throw new Problem('wrongType', messages.wrongType);
  limitUploadTime(request, reply);
};

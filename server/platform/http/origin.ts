import type { FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { forbidden } from '../problem.ts';

/**
 * Refuses a changing request that a foreign page made (REQUEST-1). A client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is no browser and passes.
 * @throws Problem `forbidden`
 */
export const refuseForeignOrigin = (request: FastifyRequest, ownOrigin: string): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== ownOrigin)) {
    throw forbidden(messages.foreignOrigin);
  }
};

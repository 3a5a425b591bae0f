import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../contract/errors/error-body.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { linesOf } from './fixed-headers.ts';
import { STATUS_CODES } from '../node-http.ts';
import type { Language } from '../../../contract/shapes.ts';
import { fallbackLanguage, translate } from '../../words/words.ts';
import { languageOf } from './language.ts';

const bodyOf = (message: string, language: Language): ErrorBody => ({
  message: translate(message, language),
});

/** Answers requests that the framework refuses before it knows a route: the URL is malformed or far too long. */
export const answerBadAddress = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  // No id is this long, so answer as for an unknown id.
  const isMissing = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  reply
    .header('cache-control', 'no-store')
    .status(isMissing ? 404 : 400)
    .send(bodyOf(isMissing ? messages.notFound : messages.invalid, languageOf(request)));
};

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const sentences: Readonly<Record<number, string>> = { 431: messages.tooLarge, 408: messages.uploadBroken };

/** Answers bytes that are not HTTP: the framework has no request and no reply for them. */
export const answerBadHttp =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error, socket: Socket): void => {
    const code: unknown = Reflect.get(error, 'code');
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statuses[String(code)] ?? 400;
    const body = JSON.stringify(bodyOf(sentences[status] ?? messages.invalid, fallbackLanguage()));
    const lines = linesOf({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    });
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`;
    socket.end(head + body, () => socket.destroy());
  };

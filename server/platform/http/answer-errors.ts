import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../contract/errors/error-body.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { translate } from '../../words/words.ts';
import { Problem, statusOf } from '../problem.ts';
import { languageOf } from './language.ts';

/** Texts for errors that Fastify and its plugins raise before a handler runs. */
const frameworkWords: Readonly<Record<number, string>> = {
  400: messages.invalid,
  404: messages.notFound,
  408: messages.uploadBroken,
  413: messages.tooLarge,
  415: messages.wrongType,
};

/**
 * Turns any thrown error into an answer. A Problem has its own text; any other error is a 500 with the request's id,
 * and its cause is logged. No answer ever contains a stack, SQL or a path.
 */
export const answerError = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store');
  const language = languageOf(request);
  const say = (body: ErrorBody, gaps?: Readonly<Record<string, string>>): ErrorBody => {
    const message = translate(body.message, language, gaps);
    const issues = body.issues
      ?.slice(0, limits.issues)
      .map((issue) => ({ ...issue, message: translate(issue.message, language) }));
    const said = { ...body, message, ...(issues && { issues }) };
    return request.routeOptions.config.namesError ? { ...said, error: message } : said;
  };
  if (error instanceof Problem) {
    if (error.cause !== undefined) request.log.warn({ id: request.id, err: error.cause }, error.code);
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    const answered = statusOf[error.code];
    const body: ErrorBody = {
      message: error.message,
      ...(error.issues && { issues: error.issues }),
      ...(error.secondFactor && { secondFactor: error.secondFactor }),
      ...(answered >= 500 && { errorId: request.id }),
    };
    return reply.status(answered).send(say(body, error.gaps));
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    return reply.status(status).send(say({ message: frameworkWords[status] ?? messages.invalid }));
  }
  request.log.error({ id: request.id, err: error }, 'A request failed');
  return reply.status(500).send(say({ message: messages.broken, errorId: request.id }));
};

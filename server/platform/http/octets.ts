import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { invalid, Problem } from '../problem.ts';
import { limitUploadTime } from './body-time.ts';

/** A body of bytes in a temporary file, kept until the request ends. */
export interface ReceivedOctets {
  path: string;
  bytes: number;
  /** SHA-256, base64. */
  digest: string;
  remove(): Promise<void>;
}

/** Reads a body of at most `maxBytes` to its end, or throws a Problem and leaves no file behind. */
export type ReceiveOctets = (stream: Readable, maxBytes: number) => Promise<ReceivedOctets>;

const type = 'application/octet-stream';

/** Lets the routes of `scope` take bodies of bytes, and nothing else. */
export const takeOctets = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
};

const digestOf = ({ headers }: FastifyRequest): string => {
  const header = headers['content-digest'];
  // RFC 9530: a dictionary of algorithms, each with its bytes in base64 between colons.
  const [, digest] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(String(header ?? '')) ?? [];
  if (digest === undefined) throw invalid('Content-Digest', messages.digestRequired);
  return digest;
};

/** Checks type and headers before the body is read. */
export const expectOctets = (request: FastifyRequest): void => {
  if (request.headers['content-type'] !== type) throw new Problem('wrongType', messages.wrongType);
  digestOf(request);
  limitUploadTime(request);
};

/** @throws Problem `invalid` for a body that is not the one whose digest the header states */
export const readOctets = async (
  request: FastifyRequest,
  receive: (stream: Readable) => Promise<ReceivedOctets>,
): Promise<ReceivedOctets> => {
  const { body } = request;
  const received = await receive(body instanceof Readable ? body : Readable.from([]));
  if (received.digest === digestOf(request)) return received;
  await received.remove();
  throw invalid('Content-Digest', messages.digestWrong);
};

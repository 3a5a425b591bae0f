import { hash } from 'node:crypto';
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Eventual, followedBy } from '../eventual.ts';

/** Returns a version of the state that an answer depends on: while it is the same, so is the answer. */
export type FindVersion = () => Eventual<string>;

interface Seen {
  readonly version: string;
  readonly tag: string;
  /** Hash of the answer's fingerprint, if it has one. */
  readonly mark: string | null;
}

interface Question {
  readonly key: string;
  readonly version: string;
  mark: string | null;
}

const maxKept = 10_000;

/**
 * Answers 304 if the answer equals the one that the client has: its ETag is the body's hash. If the state behind an
 * answer has a version, and this caller's same request had the ETag at this version, the answer is not even looked up.
 * If it has a fingerprint, it is not written again after changes elsewhere. Only hashes are stored, never an answer.
 */
export const createUnchanged = (findVersion?: FindVersion) => {
  // By size: with a maximum, each endpoint would reserve room for all entries at the start.
  const kept = new LRUCache<string, Seen>({ maxSize: maxKept, sizeCalculation: () => 1 });
  const asked = new WeakMap<FastifyRequest, Question>();

  const remember = ({ key, version, mark }: Question, tag: string): void => {
    kept.set(key, { version, tag, mark });
  };

  return {
    /** Whether the client holds the current answer. */
    isKnown: (request: FastifyRequest, callerId: number | null): Eventual<boolean> => {
      const held = request.headers['if-none-match'];
      if (!findVersion || callerId === null || held === undefined) return false;
      // A hash, because an address can be made long, and thousands are kept.
      const key = hash('sha1', `${callerId} ${request.url}`, 'base64');
      // Take the version before anything is read: later commits then have another version.
      return followedBy(findVersion(), (version) => {
        const seen = kept.get(key);
        if (seen?.version === version && seen.tag === held) return true;
        asked.set(request, { key, version, mark: null });
        return false;
      });
    },

    /** Whether the client holds an answer of this fingerprint: other data than the answer's has changed. */
    isSame: (request: FastifyRequest, fingerprint: () => string): boolean => {
      const question = asked.get(request);
      if (!question) return false;
      question.mark = hash('sha1', fingerprint(), 'base64');
      const seen = kept.get(question.key);
      if (seen?.mark !== question.mark || seen.tag !== request.headers['if-none-match']) return false;
      remember(question, seen.tag);
      return true;
    },

    /** A hook that sets the ETag, and empties the answer if the client already has it. */
    onSend: (
      request: FastifyRequest,
      reply: FastifyReply,
      payload: unknown,
      done: DoneFuncWithErrOrRes,
    ): void => {
      if (reply.statusCode !== 200 || typeof payload !== 'string') {
        done(null, payload);
        return;
      }
      const tag = `W/"${hash('sha1', payload, 'base64url')}"`;
      const question = asked.get(request);
      if (question) remember(question, tag);
      reply.header('etag', tag);
      if (request.headers['if-none-match'] !== tag) {
        done(null, payload);
        return;
      }
      reply.status(304);
      done(null, '');
    },
  };
};

import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { S3Settings } from '../../settings.ts';
import { codeOf, refusalOf, s3Trouble, isRetryable } from './s3-trouble.ts';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  checkRange,
  isKey,
  RangeOutside,
  type Storage,
  type Stored,
  storageFailed,
} from './storage.ts';

const maxTries = 3;
/** Milliseconds within which a store must begin to answer. */
const usualPatience = 30_000;
/** After so many milliseconds nothing is tried again: somebody is waiting for it. */
const longestTrying = 10_000;

/**
 * Stores photos in a bucket of any S3-compatible store, addressed by path (`{endpoint}/{bucket}/{key}`). A
 * request that gets no answer, or one that blames the moment, is sent up to three times.
 */
export const createS3Storage = (settings: S3Settings, patience = usualPatience): Storage => {
  const { accessKeyId, secretAccessKey, region, bucket } = settings;
  const endpoint = `${settings.endpoint.replace(/\/+$/, '')}/${bucket}`;
  const client = new S3mini({ accessKeyId, secretAccessKey, region, endpoint, fetch: impatiently(patience) });

  const patiently = async <T>(act: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      try {
        return await act();
      } catch (error) {
        const isEnough = tries === maxTries || performance.now() - began > longestTrying;
        if (isEnough || !isRetryable(error)) throw error;
        // 100 and 400 ms, spread, so that those who failed together do not come back together.
        await wait(100 * 4 ** (tries - 1) * (0.5 + Math.random()));
      }
    }
  };

  const orUnavailable = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await patiently(act);
    } catch (error) {
      throw storageFailed(s3Trouble(error, settings));
    }
  };

  const sizeOf = (key: string): Promise<number | null> =>
    orUnavailable(async () => {
      try {
        return await client.getContentLength(key);
      } catch (error) {
        if (refusalOf(error)?.status === 404) return null;
        throw error;
      }
    });

  const page = async (prefix: string, most: number, token?: string) => {
    const found = await orUnavailable(() => client.listObjectsPaged('/', prefix, most, token));
    if (!found) throw storageFailed(`There is no bucket ${bucket}: check S3_BUCKET.`);
    return { objects: found.objects ?? [], next: found.nextContinuationToken };
  };

  async function* list(prefix: string): AsyncGenerator<Stored> {
    checkPrefix(prefix);
    let token: string | undefined;
    do {
      const { objects, next } = await page(prefix, 1000, token);
      for (const { Key, Size, LastModified } of objects) {
        if (isKey(Key)) yield { key: Key, size: Size, modifiedAt: LastModified.getTime() };
      }
      token = next;
    } while (token);
  }

  return {
    async put(key, bytes) {
      checkKey(key);
      const answer = await orUnavailable(() => client.putObject(key, bytes));
      // An answer that is left unread keeps its connection.
      await answer.body?.cancel();
    },

    async read(key, range) {
      checkKey(key);
      if (range) checkRange(range);
      const answer = await orUnavailable(() => ask(client, key, range));
      if (answer === 'outside') throw new RangeOutside((await sizeOf(key)) ?? 0);
      return answer;
    },

    async size(key) {
      checkKey(key);
      return sizeOf(key);
    },

    async remove(keys) {
      for (const key of keys) checkKey(key);
      const distinct = [...new Set(keys)];
      const removed = await orUnavailable(() => client.deleteObjects(distinct));
      for (const [at, key] of distinct.entries()) {
        // Some stores do not count as deleted what was not there.
        if (removed[at] || (await sizeOf(key)) === null) continue;
        throw storageFailed(`The S3 store did not delete what it was told to (bucket ${bucket}).`);
      }
    },

    list: (prefix = '') => list(prefix),

    // A list tells more than a HEAD of the bucket, whose answer has no body and therefore no reason.
    async ready() {
      await page('', 1);
    },
  };
};

const ask = async (
  client: S3mini,
  key: string,
  range: ByteRange | undefined,
): Promise<{ stream: Readable; size: number } | 'outside' | null> => {
  try {
    const end = range?.end === undefined ? undefined : range.end + 1;
    const response = await client.getObjectRaw(key, !range, range?.start, end);
    const size = range
      ? /^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      : response.headers.get('content-length');
    if (!size) {
      await response.body?.cancel();
      throw new Error('The answer does not say how large the object is.');
    }
    return {
      stream: response.body ? Readable.fromWeb(response.body) : Readable.from([]),
      size: Number(size),
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.status === 404 && codeOf(refusal) !== 'NoSuchBucket') return null;
    if (refusal?.status === 416) return 'outside';
    throw error;
  }
};

/**
 * The limit is on the beginning of the answer alone: its body may be passed on to somebody with a slow line.
 * A redirect is an answer like any other: a signature holds for one address only.
 */
const impatiently =
  (patience: number): typeof fetch =>
  async (input, init) => {
    const giveUp = new AbortController();
    const timer = setTimeout(
      () => giveUp.abort(new Error(`no answer within ${patience / 1000} s`)),
      patience,
    );
    try {
      return await fetch(input, { ...init, redirect: 'manual', signal: giveUp.signal });
    } finally {
      clearTimeout(timer);
    }
  };

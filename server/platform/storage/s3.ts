import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Settings } from '../../settings.ts';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  checkRange,
  isKey,
  RangeOutside,
  type Storage,
  storageFailed,
  type Stored,
} from './storage.ts';

// Advice for the operator on common errors, by the store's error code.
const advice: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no bucket of this name: check S3_BUCKET.',
  InvalidAccessKeyId: 'The store does not know this key: check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The secret does not belong to the key: check S3_SECRET_ACCESS_KEY (and S3_REGION).',
  AuthorizationHeaderMalformed: 'The region is another one: check S3_REGION.',
  PermanentRedirect: 'The bucket is at another address: check S3_ENDPOINT and S3_REGION.',
  RequestTimeTooSkewed: "This machine's clock is wrong.",
  QuotaExceeded: 'The bucket is full: make room, or allow it more.',
  XMinioAdminBucketQuotaExceeded: 'The bucket is full: make room, or allow it more.',
  XMinioStorageFull: 'The store is full: make room in it.',
  AccessDenied: 'The key may not do this: allow it to list, read, write and delete in the bucket.',
};

// Overloaded or interrupted: the same request may well succeed a moment later.
const retryableStatuses = new Set([408, 429, 500, 502, 503, 504]);
const retryableCodes = new Set(['RequestTimeout', 'SlowDown', 'InternalError']);

/** The store's own refusal, if that is what failed; s3mini sometimes wraps it. */
const refusalOf = (error: unknown): S3ServiceError | null => {
  if (error instanceof S3ServiceError) return error;
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : null;
};

/** The code in the store's answer; answers to HEAD have none. */
const codeOf = (refusal: S3ServiceError): string | null => {
  if (refusal.serviceCode && refusal.serviceCode !== 'Unknown') return refusal.serviceCode;
  return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(refusal.body ?? '')?.[1] ?? null;
};

/** Whether to retry the request: there was no answer, or one that suggests it. All of our requests are idempotent. */
const isRetryable = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  return !refusal || retryableStatuses.has(refusal.status) || retryableCodes.has(codeOf(refusal) ?? '');
};

/** One line for the operator, without keys, URLs of photos or secrets. */
const describeS3Error = (error: unknown, { endpoint, bucket }: S3Settings): string => {
  const where = `The S3 store ${new URL(endpoint).host} (bucket ${bucket})`;
  const refusal = refusalOf(error);
  if (!refusal) return `${where} could not be reached: ${reasonOf(error)}`;
  const code = codeOf(refusal) ?? (refusal.status === 403 ? 'AccessDenied' : null);
  const hint = code && Object.hasOwn(advice, code) ? ` ${advice[code]}` : '';
  return `${where} answered ${refusal.status}${code ? ` ${code}` : ''}.${hint}`;
};

/** `fetch` only says that it failed; its `cause` says why. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : reasonOf(error.cause);
};

const maxTries = 3;
/** Milliseconds within which a store must begin to answer. */
const defaultTimeoutMs = 30_000;
/** Milliseconds after which there is no further retry, because somebody waits for the answer. */
const maxRetryingMs = 10_000;

/**
 * Stores photos in a bucket of an S3-compatible store, with path-style URLs (`{endpoint}/{bucket}/{key}`). A request
 * without an answer, or with a temporary error, is sent up to three times.
 */
export const createS3Storage = (settings: S3Settings, timeoutMs = defaultTimeoutMs): Storage => {
  const { accessKeyId, secretAccessKey, region, bucket } = settings;
  const endpoint = `${settings.endpoint.replace(/\/+$/, '')}/${bucket}`;
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint,
    fetch: fetchWithTimeout(timeoutMs),
  });

  const withRetries = async <T>(act: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      try {
        return await act();
      } catch (error) {
        const isEnough = tries === maxTries || performance.now() - began > maxRetryingMs;
        if (isEnough || !isRetryable(error)) throw error;
        // Back off 100 then 400 ms, with jitter, so that clients that failed together do not retry together.
        await wait(100 * 4 ** (tries - 1) * (0.5 + Math.random()));
      }
    }
  };

  const withStorageErrors = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await withRetries(act);
    } catch (error) {
      throw storageFailed(describeS3Error(error, settings));
    }
  };

  const sizeOf = (key: string): Promise<number | null> =>
    withStorageErrors(async () => {
      try {
        return await client.getContentLength(key);
      } catch (error) {
        if (refusalOf(error)?.status === 404) return null;
        throw error;
      }
    });

  const page = async (prefix: string, max: number, token?: string) => {
    const found = await withStorageErrors(() => client.listObjectsPaged('/', prefix, max, token));
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
      const answer = await withStorageErrors(() => client.putObject(key, bytes));
      // An unread answer keeps its connection open.
      await answer.body?.cancel();
    },

    async read(key, range) {
      checkKey(key);
      if (range) checkRange(range);
      const answer = await withStorageErrors(() => ask(client, key, range));
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
      const removed = await withStorageErrors(() => client.deleteObjects(distinct));
      for (const [at, key] of distinct.entries()) {
        // Some stores do not count a missing file as deleted.
        if (removed[at] || (await sizeOf(key)) === null) continue;
        throw storageFailed(`The S3 store did not delete what it was told to (bucket ${bucket}).`);
      }
    },

    list: (prefix = '') => list(prefix),

    // A list reports more than a HEAD of the bucket, whose answer has no body and so no reason.
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
 * The timeout is for the beginning of the answer only: the body may go to somebody with a slow line. Redirects are
 * not followed, because a signature is valid for one address.
 */
const fetchWithTimeout =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const giveUp = new AbortController();
    const timer = setTimeout(
      () => giveUp.abort(new Error(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    try {
      return await fetch(input, { ...init, redirect: 'manual', signal: giveUp.signal });
    } finally {
      clearTimeout(timer);
    }
  };

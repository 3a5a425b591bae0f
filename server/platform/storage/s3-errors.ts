import { S3ServiceError } from 's3mini';
import type { S3Settings } from '../../settings.ts';

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
export const refusalOf = (error: unknown): S3ServiceError | null => {
  if (error instanceof S3ServiceError) return error;
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : null;
};

/** The code in the store's answer; answers to HEAD have none. */
export const codeOf = (refusal: S3ServiceError): string | null => {
  if (refusal.serviceCode && refusal.serviceCode !== 'Unknown') return refusal.serviceCode;
  return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(refusal.body ?? '')?.[1] ?? null;
};

/** Whether to retry the request: there was no answer, or one that suggests it. All of our requests are idempotent. */
export const isRetryable = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  return !refusal || retryableStatuses.has(refusal.status) || retryableCodes.has(codeOf(refusal) ?? '');
};

/** One line for the operator, without keys, URLs of photos or secrets. */
export const describeS3Error = (error: unknown, { endpoint, bucket }: S3Settings): string => {
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

import type { ErrorBody, SecondFactor } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';

/** The handful of ways in which a request can fail, with the status each has over HTTP. */
export const statusOf = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  mismatch: 422,
  tooMany: 429,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof statusOf;

/**
 * An expected failure: `message` is safe to show; what only the operator
 * should know goes into `cause`, which reaches the log and never an answer.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly issues: ErrorBody['issues'];
  /** For `tooMany`: whole seconds until the next try. */
  readonly retryAfter: number | undefined;
  /** For `unauthorized`: what a sign-in still lacks. */
  readonly secondFactor: SecondFactor | undefined;
  /** Values for the gaps of the message, such as `{date}`, filled once it is translated. */
  readonly gaps: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    more: {
      issues?: ErrorBody['issues'];
      cause?: unknown;
      retryAfter?: number;
      secondFactor?: SecondFactor;
      gaps?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.code = code;
    this.issues = more.issues;
    this.retryAfter = more.retryAfter;
    this.secondFactor = more.secondFactor;
    this.gaps = more.gaps;
  }
}

/** Hidden and absent objects get the same words: neither exists for the viewer. */
export const missing = (): Problem => new Problem('missing', messages.notFound);
export const forbidden = (message: string): Problem => new Problem('forbidden', message);
export const conflict = (message: string): Problem => new Problem('conflict', message);
export const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { issues: [{ path, message }] });

/** The operator's line for a part of the server that is unusable; null for any other failure. */
export const unavailableReason = (error: unknown): string | null =>
  error instanceof Problem && error.code === 'unavailable' && error.cause instanceof Error
    ? error.cause.message
    : null;

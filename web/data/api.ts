import { type Endpoint, type Output, requestOf, type Sent } from '../../contract/endpoint.ts';
import type { ErrorBody, SecondFactor } from '../../contract/errors/error-body.ts';
import { takePrefetched } from './prefetch.ts';
import { fetchRead } from './fetch-read.ts';
import { noteErrorId, withErrorId } from './error-id.ts';
import { toast } from '../ui/overlay/toast.ts';
import { words } from '../words/words.ts';

/**
 * The error of an answer with a status other than 2xx. Its `message` is the status, a colon, a space and the body's
 * text.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Whether Circle answered, and not something between. */
  readonly isCircles: boolean;
  /** The sentence to show: the `message` of the body, if there is one. */
  readonly text: string | null;
  readonly issues: readonly { path: string; message: string }[];
  /** The second factors that a sign-in still lacks. */
  readonly secondFactor: SecondFactor | null;
  /** The id of the error in the server's log, where something broke. */
  readonly errorId: string | null;

  /** @param between why the call failed if the body is not Circle's (`fromBetween`) */
  constructor(status: number, statusText: string, bodyText: string, between: string | null = null) {
    super(`${status}: ${bodyText || statusText}`);
    const body = parseErrorBody(bodyText);
    this.status = status;
    this.isCircles = body !== null;
    this.text = body?.message ?? between;
    this.issues = body?.issues ?? [];
    this.secondFactor = body?.secondFactor ?? null;
    this.errorId = body?.errorId ?? null;
    if (this.errorId !== null) noteErrorId(this.errorId);
  }
}

// Parsed by hand, because the schema library is not loaded before the first form.
const parseErrorBody = (text: string): ErrorBody | null => {
  try {
    const body: unknown = JSON.parse(text);
    if (!isRecord(body) || typeof body['message'] !== 'string') return null;
    const issues: unknown[] = Array.isArray(body['issues']) ? body['issues'] : [];
    const { secondFactor, errorId } = body;
    return {
      message: body['message'],
      issues: issues.filter(isIssue),
      ...(isSecondFactor(secondFactor) && { secondFactor }),
      ...(typeof errorId === 'string' && { errorId }),
    };
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isSecondFactor = (value: unknown): value is SecondFactor =>
  isRecord(value) && typeof value['ticket'] === 'string';

const isIssue = (value: unknown): value is { path: string; message: string } =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

/** The text to show for any thrown value: the server's, or `fallback` where it has none that a person can read. */
export const errorText = (error: unknown, fallback: string = words.ui.broken): string =>
  error instanceof ApiError ? withErrorId(error.text || fallback, error.errorId) : fallback;

/** Says in a toast that something failed, and why. */
export const toastError = (error: unknown, title: string, fallback?: string): void =>
  toast({ title, text: errorText(error, fallback), tone: 'destructive' });

/** Whether the server refused a request, so that its member has to decide: the same request later fails, too. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;

/** A request got no answer of Circle: the connection was lost, or something between answered. */
export class NoAnswer extends TypeError {
  override readonly name = 'NoAnswer';
}

/** Reads the body of an answer. @throws NoAnswer if it is not one of Circle's, such as the page of a hotel's network */
export const bodyOf = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch (error) {
    throw new NoAnswer('', { cause: error });
  }
};

/** The error of an answer. The sentences about what is between come after the first screen, for few need them. */
export const errorOf = async ({ status, statusText }: Response, text: string): Promise<ApiError> => {
  const error = new ApiError(status, statusText, text);
  if (error.isCircles) return error;
  const between = await import('./between.ts').catch(() => null);
  return new ApiError(status, statusText, text, between?.fromBetween(status));
};

/** Reads the answer of a call; throws `ApiError` for anything that is no success. */
const read = async (answering: Promise<Response>): Promise<unknown> => {
  const response = await answering;
  const text = await response.text();
  if (!response.ok) throw await errorOf(response, text);
  return bodyOf(text);
};

/** `fetch` throws a TypeError without a connection. */
const withoutAnswer = (error: unknown): never => {
  throw error instanceof TypeError ? new NoAnswer('', { cause: error }) : error;
};

/** The server answers a repeated call with the same `idempotencyKey` as the first one, instead of acting twice. */
export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The call is made even if the page closes. At most 64 KB. */
  keepalive?: boolean;
}

let member: string | null = null;

/**
 * Says for whom this page acts. The server refuses what it sends once another member has signed in to this browser, in
 * another tab.
 */
export const actFor = (id: string | null): void => void (member = id);

/** The headers of a request that changes something. */
export const headersOf = ({ idempotencyKey }: CallOptions): Record<string, string> => ({
  ...(member !== null && { 'circle-member': member }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

/**
 * Calls an endpoint of the contract with the session's cookie. A form is sent as it is, anything else as JSON. Throws
 * `ApiError` if the server refused, and `NoAnswer` if it was not reached.
 */
export const api = async <E extends Endpoint>(
  endpoint: E,
  input: Sent<E> | FormData,
  options: CallOptions = {},
): Promise<Output<E>> => {
  const form = input instanceof FormData;
  const { url, body } = requestOf(endpoint, form ? {} : { ...input });
  const send = () =>
    fetch(url, {
      method: endpoint.method,
      credentials: 'include',
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
      headers: {
        // Refusals before the sign-in are in the language of this page.
        'accept-language': document.documentElement.lang,
        ...(body && { 'content-type': 'application/json' }),
        ...headersOf(options),
      },
      ...(form && { body: input }),
      ...(body && { body: JSON.stringify(body) }),
    });
  const isRead = endpoint.method === 'GET';
  return asPromised<E>(
    await read(isRead ? fetchRead(url, options.signal, takePrefetched(url)) : send()).catch(withoutAnswer),
  );
};

// The one place where the browser takes the server at its word: both compile against the same contract, and the
// server serialises by the endpoint's output schema, so parsing it again here would only cost time.
// oxlint-disable-next-line typescript/consistent-type-assertions
export const asPromised = <E extends Endpoint>(answer: unknown): Output<E> => answer as Output<E>;

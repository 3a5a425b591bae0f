import type * as z from 'zod/mini';
import type { RateName } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The callers that an endpoint admits: visitors, signed-in members, verified members or administrators. */
export type Credential = 'anyone' | 'member' | 'verified' | 'admin';

/** Names of the file fields of a multipart body and how many files each takes. */
export type FileFields = Readonly<Record<string, number>>;

/** The properties of an endpoint besides its method and path. */
interface Definition<In extends z.ZodMiniObject, Out extends z.ZodMiniType | null, C extends Credential> {
  readonly credential: C;
  readonly input: In;
  readonly output: Out;
  /** By default 200, or 204 without an output. */
  readonly status?: number;
  readonly rate?: RateName;
  readonly files?: FileFields;
  /** Maximum size of each file in bytes; by default that of a moment's photo. */
  readonly fileBytes?: number;
  /** The kind of the files; by default photos, which are refused by their first bytes. */
  readonly fileKind?: 'sound';
  /**
   * The body is a file of at most this many bytes, as `application/octet-stream`. The `Content-Digest` header
   * (RFC 9530) states its SHA-256.
   */
  readonly octets?: number;
  /**
   * Whether a request repeated with the same `Idempotency-Key` header (1–100 characters) gets the first answer again,
   * 422 if its body differs, and 409 once it is withdrawn; kept for 62 days.
   */
  readonly repeatable?: true;
  /** Whether refusals contain their text a second time, as `error`. */
  readonly namesError?: true;
  /** A DELETE with a JSON body, because its input (a password) must not appear in a URL. */
  readonly inBody?: true;
  /** Allowed while a member has not answered yet whether the account is theirs, as every GET is. */
  readonly beforeClaim?: true;
  /** `no-store` for answers that no cache may keep, as all of administration; default `private, no-cache`. */
  readonly caching?: 'no-store';
  /** Describes the call in the OpenAPI document. */
  readonly summary: string;
}

/**
 * One endpoint as one object: the server registers its handler with it, the browser calls it. `input` is one strict
 * schema for the whole request. Names that appear in `path` as `:name` come from the path; the others come from the
 * query (GET, DELETE), the JSON body (POST, PUT, PATCH), or the form's text fields if `files` is given. `output` is
 * null if the answer has no body.
 */
export interface Endpoint<
  In extends z.ZodMiniObject = z.ZodMiniObject,
  Out extends z.ZodMiniType | null = z.ZodMiniType | null,
  C extends Credential = Credential,
> extends Definition<In, Out, C> {
  readonly method: Method;
  readonly path: string;
  readonly status: number;
}

const declaring =
  (method: Method) =>
  <const In extends z.ZodMiniObject, const Out extends z.ZodMiniType | null, const C extends Credential>(
    path: string,
    definition: Definition<In, Out, C>,
  ): Endpoint<In, Out, C> => ({
    ...(definition.credential === 'admin' && { caching: 'no-store' }),
    ...definition,
    method,
    path,
    status: definition.status ?? (definition.output ? 200 : 204),
  });

/** Declares an endpoint and keeps its exact types. */
export const endpoint = {
  get: declaring('GET'),
  post: declaring('POST'),
  put: declaring('PUT'),
  patch: declaring('PATCH'),
  delete: declaring('DELETE'),
};

export type Input<E> = E extends { input: infer In extends z.ZodMiniType } ? z.output<In> : never;
export type Sent<E> = E extends { input: infer In extends z.ZodMiniType } ? z.input<In> : never;
export type Output<E> = E extends { output: infer Out }
  ? Out extends z.ZodMiniType
    ? z.output<Out>
    : null
  : never;

/** Whether fields outside the path go into the query; otherwise they go into the body. */
export const sendsQuery = ({ method, inBody }: Pick<Endpoint, 'method' | 'inBody'>): boolean =>
  !inBody && (method === 'GET' || method === 'DELETE');

/** The names of the `:parameters` in an endpoint's path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);

/** A value, encoded for a URL. */
export const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Puts each field of an input into the path, the query or the body, by the endpoint's own rules. */
export const requestOf = (
  call: Pick<Endpoint, 'method' | 'path' | 'inBody'>,
  input: Readonly<Record<string, unknown>>,
): { url: string; body: Readonly<Record<string, unknown>> | null } => {
  const inPath = new Set(pathParameters(call.path));
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(written(input[name])));
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (sendsQuery(call)) {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, written(value)])).toString();
    return { url: query === '' ? path : `${path}?${query}`, body: null };
  }
  return { url: path, body: rest.length === 0 ? null : Object.fromEntries(rest) };
};

import type * as z from 'zod/mini';
import type { RateName } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The callers that an endpoint admits: visitors, signed-in members, verified members or administrators. */
export type Credential = 'anyone' | 'member' | 'verified' | 'admin';

/** Names of the file fields of a multipart body and how many files each takes. */
export type FileFields = Readonly<Record<string, number>>;

/**
 * One call, as one object: the server registers its handler under it, the browser calls by it.
 *
 * `input` is one strict schema for all that is sent: names that stand in `path` as `:name` come from the path,
 * the others from the query (GET, DELETE) or from the JSON body (POST, PUT, PATCH), or from the text fields of
 * the form where `files` is given. `output` is null where the answer has no body.
 */
export interface Endpoint<
  In extends z.ZodMiniObject = z.ZodMiniObject,
  Out extends z.ZodMiniType | null = z.ZodMiniType | null,
  C extends Credential = Credential,
> {
  readonly method: Method;
  readonly path: string;
  readonly credential: C;
  readonly input: In;
  readonly output: Out;
  readonly status: number;
  readonly rate?: RateName;
  readonly files?: FileFields;
  /** How large each file may be, in bytes; as a photo of a moment if not given. */
  readonly fileBytes?: number;
  /**
   * Whether an `Idempotency-Key` header (1–100 characters) makes a repeated call answer with what the first one
   * made; kept for a day.
   */
  readonly repeatable?: true;
  /** Whether refusals carry their text a second time, as `error`. */
  readonly namesError?: true;
  /** A DELETE that sends its input as a JSON body: what it holds must not stand in an address (a password). */
  readonly inBody?: true;
  /** Open to a member who has not said yet whether the account is theirs, as every GET is. */
  readonly beforeClaim?: true;
  /** `no-store` for what must not stay in any cache; default `private, no-cache`. */
  readonly caching?: 'no-store';
  /** Says what the call does, in the description of the interface. */
  readonly summary: string;
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <
  const In extends z.ZodMiniObject,
  const Out extends z.ZodMiniType | null,
  const C extends Credential,
>(
  definition: Endpoint<In, Out, C>,
): Endpoint<In, Out, C> => definition;

export type Input<E> = E extends { input: infer In extends z.ZodMiniType } ? z.output<In> : never;
export type Sent<E> = E extends { input: infer In extends z.ZodMiniType } ? z.input<In> : never;
export type Output<E> = E extends { output: infer Out }
  ? Out extends z.ZodMiniType
    ? z.output<Out>
    : null
  : never;

/** Whether what stands in no path goes into the query; into the body otherwise. */
export const sendsQuery = ({ method, inBody }: Pick<Endpoint, 'method' | 'inBody'>): boolean =>
  !inBody && (method === 'GET' || method === 'DELETE');

/** The names of the `:parameters` in an endpoint's path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);

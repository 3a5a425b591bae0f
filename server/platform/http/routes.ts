import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Credential, Endpoint, Method } from '../../../contract/endpoint.ts';
import type { Language } from '../../../contract/shapes.ts';
import { type RateName, rates } from '../../../contract/limits.ts';
import { type Eventual, followedBy } from '../eventual.ts';
import type { RepeatKey } from '../db/idempotency.ts';
import type { Limits } from '../limits/limits.ts';
import { Unwritten } from '../unwritten.ts';
import { type Caller, memberHeader, requireCredential } from './caller.ts';
import { expectForm, expectJson, readAsBytes, readForms, takeFields } from './body-types.ts';
import { browserCookie, type TokenCookie } from './cookie.ts';
import { type ReceivedFile, type ReceiveFile, readForm, removeFiles, takeForms } from './form.ts';
import { gatherInput, parseInput } from './input.ts';
import { languageOf } from './language.ts';
import { networkOf } from './network.ts';
import { expectOctets, type ReceiveOctets, type ReceivedOctets, readOctets, takeOctets } from './octets.ts';
import { refuseForeignOrigin } from './origin.ts';
import { readRepeatKey } from './repeat-key.ts';
import { responseSchema } from './response-schema.ts';
import { createUnchanged, type FindVersion } from './unchanged.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Whether error answers contain their text a second time, as `error`. */
    namesError?: boolean;
  }
}

/** The part of HTTP that a feature's routes may use. No other file of a feature uses HTTP. */
export interface Exchange {
  readonly address: string;
  readonly userAgent: string;
  /** The caller's language, or without a session the one that the browser asks for. */
  readonly language: Language;
  readonly sessionToken: string | null;
  setSession(token: string): void;
  clearSession(): void;
  /** Identifies this browser once somebody has signed in here. */
  readonly browserToken: string | null;
  setBrowser(token: string): void;
  /** Sets another success status than the endpoint's own. */
  status(code: 200 | 201): void;
  header(name: string, value: string): void;
}

export interface Call<In, V> {
  readonly input: In;
  readonly viewer: V;
  readonly files: readonly { field: string; file: ReceivedFile }[];
  /** The body of an endpoint with `octets`; null for the others. */
  readonly octets: ReceivedOctets | null;
  readonly exchange: Exchange;
  /** The client's idempotency key; null if it sent none. */
  readonly repeatKey: RepeatKey | null;
}

type ViewerOf<C extends Credential, V> = C extends 'anyone' ? V | null : V;
type Result<Out> = Out extends z.ZodMiniType ? z.input<Out> : null;

export interface Router<V extends Caller> {
  /**
   * Registers the handler of an endpoint of the contract. Give `version` only for answers that depend on nothing but
   * the caller, the request and the data of that version; not even on the time of day. With a version, the handler may
   * return an answer that is not written yet.
   */
  on<In extends z.ZodMiniObject, Out extends z.ZodMiniType | null, C extends Credential>(
    endpoint: Endpoint<In, Out, C>,
    handler: (call: Call<z.output<In>, ViewerOf<C, V>>) => Promise<Result<Out> | Unwritten>,
    version?: FindVersion,
  ): void;
  /** Registers a route whose answer is no JSON (files, streams, redirects), behind the same checks. */
  raw<C extends Credential>(
    route: RawRoute & { readonly credential: C },
    handler: (request: FastifyRequest, reply: FastifyReply, viewer: ViewerOf<C, V>) => Promise<unknown>,
  ): void;
}

export interface RawRoute {
  readonly method: Method;
  readonly path: string;
  readonly credential: Credential;
  /** Accepts a small form (`application/x-www-form-urlencoded`) without parsing it. */
  readonly takesForm?: true;
  /** Accepts a form without reading it: the handler calls `readFields`. */
  readonly takesFields?: true;
  /** Keeps JSON as raw bytes: a signature must be checked over the bytes that arrived. */
  readonly takesBytes?: true;
  /** The rate limit, as for an endpoint. Reads of a member have one in any case. */
  readonly rate?: RateName;
}

interface RouterNeeds<V extends Caller> {
  app: FastifyInstance;
  publicUrl: string;
  cookie: TokenCookie;
  limits: Limits;
  receiveFile: ReceiveFile;
  receiveOctets: ReceiveOctets;
  /** Changes each text that a caller writes. */
  changeText: (text: string) => string;
  findViewer: (token: string, request: FastifyRequest, reply: FastifyReply) => Eventual<V | null>;
}

type Guarded = Pick<Endpoint, 'method' | 'credential' | 'rate' | 'beforeClaim'>;

/** Every route of the server is registered here, so that all have the same checks in the same order (REQUEST-9). */
export const createRouter = <V extends Caller>(needs: RouterNeeds<V>): Router<V> => {
  const { app, publicUrl, cookie, receiveFile, receiveOctets, findViewer } = needs;
  const browsers = browserCookie(publicUrl);
  app.decorateRequest('caller', null);

  // Checks before any body is read: origin (403), session (401), credential (403), rate (429), and for forms and JSON
  // the type (415). Nothing is awaited that is already known: a GET on SQLite is answered within one turn of the
  // event loop.
  const guard =
    (door: Guarded, next?: (request: FastifyRequest) => void) =>
    (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
      const { rate = door.method === 'GET' ? 'reads' : undefined } = door;
      const admit = (caller: V | null): Eventual<void> => {
        // Set first: a refusal is in the caller's language.
        request.caller = caller;
        requireCredential(door, caller, request.headers[memberHeader]);
        if (!rate) return;
        const { by } = rates[rate];
        if (by === 'address') return needs.limits.consume(rate, networkOf(request.ip));
        if (by === 'member' && caller) return needs.limits.consume(rate, String(caller.id));
      };
      const check = (): Eventual<void> => {
        refuseForeignOrigin(request, publicUrl);
        const token = cookie.read(request);
        const admitted = token === null ? admit(null) : followedBy(findViewer(token, request, reply), admit);
        return followedBy(admitted, () => next?.(request));
      };
      settle(check, done);
    };

  // `guard` put it there: a null has passed only where the credential is 'anyone'.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const viewerOf = <C extends Credential>(request: FastifyRequest) => request.caller as ViewerOf<C, V>;

  const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
    get address() {
      return networkOf(request.ip);
    },
    userAgent: request.headers['user-agent'] ?? '',
    get language() {
      return languageOf(request);
    },
    get sessionToken() {
      return cookie.read(request);
    },
    setSession: (token) => cookie.set(reply, token),
    clearSession: () => cookie.clear(reply),
    get browserToken() {
      return browsers.read(request);
    },
    setBrowser: (token) => browsers.set(reply, token),
    status: (code) => {
      reply.status(code);
    },
    header: (name, value) => {
      reply.header(name, value);
    },
  });

  return {
    on: (endpoint, handler, version) => {
      const { files, fileBytes, fileKind, octets, output } = endpoint;
      const receive = (stream: Readable) => receiveFile(stream, { maxBytes: fileBytes, kind: fileKind });
      let write: ReturnType<FastifyReply['compileSerializationSchema']> | undefined;
      const unchanged = createUnchanged(version);
      const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        const form = files ? await readForm(request, files, receive) : null;
        const body = octets ? await readOctets(request, (stream) => receiveOctets(stream, octets)) : null;
        try {
          const fields = form?.fields ?? (body ? {} : null);
          const input = parseInput(endpoint, gatherInput(endpoint, request, fields, needs.changeText));
          reply.status(endpoint.status);
          const found = await handler({
            input,
            viewer: viewerOf(request),
            files: form?.files ?? [],
            octets: body,
            exchange: exchangeOf(request, reply),
            repeatKey: endpoint.repeatable ? await readRepeatKey(request, input, form) : null,
          });
          if (!output) {
            reply.send();
            return;
          }
          if (found instanceof Unwritten && unchanged.isSame(request, found.fingerprint)) {
            sendUnchanged(request, reply);
            return;
          }
          reply.type('application/json; charset=utf-8');
          if (found instanceof Unwritten) {
            reply.send(await found.write());
            return;
          }
          // Compile the schema at the first request: compiling all of them would take a fifth of the start.
          write ??= reply.compileSerializationSchema(responseSchema(output));
          reply.serializer(write).send(found);
        } finally {
          if (form) await removeFiles(form);
          await body?.remove();
        }
      };
      const isTagged = endpoint.method === 'GET' && !endpoint.caching;
      const register = (scope: FastifyInstance) =>
        scope.route({
          method: endpoint.method,
          url: endpoint.path,
          config: { namesError: endpoint.namesError === true },
          onRequest: guard(endpoint, files ? expectForm : octets ? expectOctets : expectJson),
          // Not an async function: Fastify would wait for the response a second time.
          handler: (request, reply) => {
            reply.header('cache-control', endpoint.caching ?? 'private, no-cache');
            const caller = viewerOf(request);
            const respond = (isKnown: boolean): Eventual<void> => {
              if (!isKnown) return answer(request, reply);
              sendUnchanged(request, reply);
            };
            settle(
              () => followedBy(unchanged.isKnown(request, caller?.id ?? null), respond),
              (error) => {
                if (error) reply.send(error);
              },
            );
          },
          ...(isTagged ? { onSend: unchanged.onSend } : {}),
        });
      if (!files && !octets) return void register(app);
      void app.register(async (scope) => {
        if (octets) takeOctets(scope);
        else await takeForms(scope);
        register(scope);
      });
    },
    raw: (route, handler) => {
      const register = (scope: FastifyInstance) =>
        scope.route({
          method: route.method,
          url: route.path,
          onRequest: guard(route),
          handler: (request, reply) => handler(request, reply, viewerOf(request)),
        });
      if (!route.takesForm && !route.takesFields && !route.takesBytes) return void register(app);
      // A separate scope, so that all other routes keep refusing forms and parsing JSON.
      void app.register(async (scope) => {
        if (route.takesBytes) readAsBytes(scope);
        else if (route.takesFields) takeFields(scope);
        else readForms(scope);
        register(scope);
      });
    },
  };
};

const sendUnchanged = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.status(304).header('etag', request.headers['if-none-match']).send('');
};

/** Calls `done` when `check` has ended, with its error if it failed. */
const settle = (check: () => Eventual<void>, done: (error?: Error) => void): void => {
  const fail = (error: unknown) => done(error instanceof Error ? error : new Error(String(error)));
  try {
    const result = check();
    if (result instanceof Promise) result.then(() => done(), fail);
    else done();
  } catch (error) {
    fail(error);
  }
};

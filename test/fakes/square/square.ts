import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Billing, createBilling } from './billing.ts';
import { createCards } from './cards.ts';
import { createRest } from './rest.ts';
import { cardPage, challengePage, squareScript } from './script.ts';
import { type Behaviour, createStore, type Json, locationId, Refusal, type Store } from './store.ts';
import { type Message, sendMessage, signatureKey, type Tell, writeMessage } from './webhooks.ts';

/**
 * Faults of the next call to a path: `lost` succeeds but its answer is cut off, `cut` never arrives, a number is an
 * error with that status before any effect.
 */
export type Mishap = 'lost' | 'cut' | number;

/**
 * A stand-in for Square: its REST interface as far as Circle calls it, its idempotency, its tokens and cards, its
 * billing of subscriptions, its signed messages, and the script for the browser.
 *
 * Checked against the SDK (square 46.0.0), which makes all the calls in the tests: paths and methods, field names and
 * the types of requests and answers (`api/types`, `api/resources`, `serialization`), error bodies, the order of
 * `invoiceIds`, the meaning of `chargedThroughDate`, and how a message is signed (`WebhooksHelper`).
 *
 * From Square's documentation: the test tokens and cards of the sandbox with what they do, the bank's question for the
 * card 4310 0000 0020 1019 with the code 123456, `IDEMPOTENCY_KEY_REUSED`, `CARD_TOKEN_USED`, that cancelling a key
 * without a payment does nothing and succeeds, that a cancelled subscription stays active to the end of its period, and
 * the names and objects of the messages.
 *
 * Simpler than Square: every plan is a month, all cards are Visa, a first charge is made before the answer unless
 * `store.chargesLater` says otherwise, and nothing is limited.
 */
export interface SquarePeer {
  readonly url: string;
  readonly store: Store;
  readonly billing: Billing;
  /** The settings for a server that uses this stand-in. */
  readonly environment: Readonly<Record<string, string>>;
  /** The calls of `POST /v2/payments`, in order. */
  readonly calls: readonly string[];
  /** Webhook events to send, oldest first. */
  readonly messages: Message[];
  /** A token like those of the browser's script. */
  token(behaviour?: Behaviour): string;
  stumble(path: string, ...mishaps: Mishap[]): void;
  /** Delays calls to a path until the returned function is called. */
  hold(path: string): () => void;
  /** Sends all messages to Circle, oldest first; returns their statuses. */
  deliver(circle: string): Promise<number[]>;
  /** The total of charges in cents, and their number. */
  readonly taken: { charges: number; cents: number };
  close(): Promise<void>;
}

interface Options {
  port?: number;
  /** The address that gets each message immediately. Without it, messages wait for `deliver`. */
  circle?: string;
}

const accessToken = 'an-access-token-for-tests';

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const text = Buffer.concat(await request.toArray()).toString();
  return text === '' ? {} : JSON.parse(text);
};

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const sendJson = (response: ServerResponse, status: number, answer: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
};

export const startSquare = async ({ port = 0, circle }: Options = {}): Promise<SquarePeer> => {
  const store = createStore();
  const messages: Message[] = [];
  const tell: Tell = (type, kind, id, object) => {
    const message = writeMessage(type, kind, id, object);
    if (circle === undefined) messages.push(message);
    // Sent after the answer, as Square does.
    else setTimeout(() => void sendMessage(webhook(circle), message).catch(console.error), 200);
  };
  const billing = createBilling(store, tell);
  const rest = createRest(store, billing, tell);
  const cards = createCards(store);
  const mishaps = new Map<string, Mishap[]>();
  const held = new Map<string, Promise<void>>();
  const calls: string[] = [];

  const answerRest = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { method = 'GET' } = request;
    const body = await readBody(request);
    calls.push(`${method} ${url.pathname}`);
    if (request.headers.authorization !== `Bearer ${accessToken}`) throw new Refusal(401, 'UNAUTHORIZED');
    if (!request.headers['square-version']) throw new Refusal(400, 'BAD_REQUEST');
    await held.get(url.pathname);
    const mishap = mishaps.get(url.pathname)?.shift();
    if (mishap === 'cut') return void request.socket.destroy();
    if (typeof mishap === 'number') throw new Refusal(mishap, 'INTERNAL_SERVER_ERROR');
    const call = { method, path: url.pathname, query: url.searchParams, body: isJson(body) ? body : {} };
    const { status, answer } = rest(call);
    if (mishap === 'lost') return void request.socket.destroy();
    sendJson(response, status, answer);
  };

  const answerBrowser = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const send = (type: string, text: string) => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
      response.end(text);
    };
    const what = `${request.method} ${url.pathname}`;
    if (what === 'GET /square.js') {
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      send('text/javascript', squareScript(`http://localhost:${portOf(server)}`));
    } else if (what === 'GET /card') send('text/html', cardPage());
    else if (what === 'POST /card') sendJson(response, 200, cards.tokenize(await readBody(request)));
    else if (what === 'GET /challenge') send('text/html', challengePage(url.searchParams.get('id') ?? ''));
    else if (what === 'POST /challenge') sendJson(response, 200, cards.confirm(await readBody(request)));
    else sendJson(response, 404, {});
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = url.pathname.startsWith('/v2/') ? answerRest : answerBrowser;
    answer(request, response, url).catch((error: unknown) => {
      if (error instanceof Refusal) sendJson(response, error.status, error.body);
      else sendJson(response, 500, { errors: [{ category: 'API_ERROR', code: String(error) }] });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const url = `http://localhost:${portOf(server)}`;

  return {
    url,
    store,
    billing,
    calls,
    messages,
    environment: {
      SQUARE_ENVIRONMENT: url,
      SQUARE_ACCESS_TOKEN: accessToken,
      SQUARE_APPLICATION_ID: 'sandbox-sq0idb-circle',
      SQUARE_LOCATION_ID: locationId,
      SQUARE_PLAN_BASIC: 'PLAN-BASIC',
      SQUARE_PLAN_PREMIUM: 'PLAN-PREMIUM',
      SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey,
      SQUARE_SCRIPT_URL: `${url}/square.js`,
    },
    token: (behaviour = 'ok') => cards.makeToken(behaviour),
    stumble: (path, ...more) => {
      mishaps.set(path, [...(mishaps.get(path) ?? []), ...more]);
    },
    hold: (path) => {
      let letGo = () => {};
      held.set(
        path,
        new Promise((resolve) => {
          letGo = resolve;
        }),
      );
      return () => {
        held.delete(path);
        letGo();
      };
    },
    deliver: async (address) => {
      const statuses: number[] = [];
      for (const message of messages.splice(0)) statuses.push(await sendMessage(webhook(address), message));
      return statuses;
    },
    get taken() {
      const complete = [...store.payments.values()].filter(({ status }) => status === 'COMPLETED');
      return { charges: complete.length, cents: complete.reduce((sum, { amount }) => sum + amount, 0) };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const webhook = (circle: string): string => `${circle}/api/square/webhook`;

const portOf = (server: ReturnType<typeof createServer>): number => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in has no port.');
  return address.port;
};

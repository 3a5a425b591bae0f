import { once } from 'node:events';
import { createServer, request } from 'node:https';
import { freePort } from '../harness/free-port.ts';

/** Stands between Circle and a certificate authority, and passes on what is asked. */
export interface Gate {
  /** The address of the directory, through this gate. */
  directory: string;
  /** When orders came, in milliseconds since 1970. */
  orders: readonly number[];
  /** Refuses the next order as Let's Encrypt does at its limit. */
  refuseOrder: (retryAfterSeconds: number) => void;
  /** Resolves once something below this path is asked, which then gets no answer. */
  holds: (path: string) => Promise<void>;
  close: () => Promise<void>;
}

const tooMany = JSON.stringify({
  type: 'urn:ietf:params:acme:error:rateLimited',
  detail: 'too many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s',
  status: 429,
});

/** @param authority the address of its directory; both have the same certificate for localhost */
export const openGate = async (
  authority: string,
  { key, cert }: { key: string; cert: string },
): Promise<Gate> => {
  const port = await freePort();
  const orders: number[] = [];
  let retryAfter: number | null = null;
  let held: { path: string; resolve: () => void } | null = null;
  const server = createServer({ key, cert }, (asked, answered) => {
    const place = asked.url ?? '';
    if (held && place.startsWith(held.path)) {
      held.resolve();
      held = null;
      return;
    }
    if (place === '/order-plz') {
      orders.push(Date.now());
      if (retryAfter !== null) {
        answered.writeHead(429, {
          'content-type': 'application/problem+json',
          'retry-after': String(retryAfter),
        });
        answered.end(tooMany);
        retryAfter = null;
        return;
      }
    }
    // With the name of this gate, so that all addresses in the answers lead through it.
    const { method, headers } = asked;
    const passed = request(new URL(place, authority), { method, headers, ca: cert }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answered);
    });
    passed.on('error', () => answered.destroy());
    asked.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    directory: `https://localhost:${port}/dir`,
    orders,
    refuseOrder: (seconds) => {
      retryAfter = seconds;
    },
    holds: (path) =>
      new Promise((resolve) => {
        held = { path, resolve };
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

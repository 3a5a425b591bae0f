import { type Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The time limits of a shutdown in milliseconds. The service manager gives the process ten seconds in all. */
const times = {
  /** Wait for a load balancer that requested `/readyz` within this time (ms), so that it sees the shutdown. */
  balancerAsks: 15_000,
  balancer: 4_000,
  /** Milliseconds for which requests on open connections are still answered, until clients notice the shutdown. */
  stragglers: 1_000,
  everything: 8_000,
  look: 20,
};

/**
 * Graceful shutdown of a node: it answers the requests that it has, and refuses new ones so that a balancer picks
 * another node.
 */
export interface Drain {
  /** Whether the node is shutting down: then it reports not ready, and its answers close their connections. */
  readonly isOn: boolean;
  /** Counts a request that begins or ends. */
  count(change: 1 | -1): void;
  /** Notes that somebody requested whether this node is ready. */
  asked(): void;
  /** Resolves when every request has been answered, or when that has taken too long. */
  run(server: HttpServer): Promise<void>;
}

export const createDrain = (): Drain => {
  let isOn = false;
  let open = 0;
  let askedAt = Number.NEGATIVE_INFINITY;

  const until = async (isSo: () => boolean | Promise<boolean>, end: number): Promise<void> => {
    while (performance.now() < end && !(await isSo())) await wait(times.look);
  };

  return {
    get isOn() {
      return isOn;
    },
    count: (change) => {
      open += change;
    },
    asked: () => {
      askedAt = performance.now();
    },
    run: async (server) => {
      const began = performance.now();
      const end = began + times.everything;
      isOn = true;
      if (askedAt > began - times.balancerAsks) await until(() => askedAt >= began, began + times.balancer);
      // Do not use the server's own `close`: it cuts connections on which a client may just be sending.
      Server.prototype.close.call(server);
      const connections = () =>
        new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
      const quiet = performance.now() + times.stragglers;
      await until(async () => open === 0 && (performance.now() > quiet || (await connections()) === 0), end);
      server.closeIdleConnections();
    },
  };
};

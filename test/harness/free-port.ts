import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Ports below the ephemeral range: an ephemeral port could be taken by any outgoing connection before the server
// binds it.
const lowest = 18_000;
const highest = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/** A port that is free on all addresses of this machine. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
};

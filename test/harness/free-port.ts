import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below those that the system gives to whoever connects somewhere: a port of those is taken by anybody's next request
// between the moment that it was found free and the start of the server that is to have it.
const lowest = 18_000;
const highest = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/** A port that nobody listens at, on any address of this machine. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
};

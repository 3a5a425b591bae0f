import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** Forwards connections to a server, and remembers every byte that clients send through it. */
export class Tap {
  readonly #sent: Buffer[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server;
  #target = 0;

  constructor() {
    this.#server = createServer((client) => {
      const server = connect(this.#target, 'localhost');
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => this.#sockets.delete(socket));
      }
      client.on('data', (part) => this.#sent.push(Buffer.from(part)));
      client.pipe(server);
      server.pipe(client);
    });
  }

  /** @returns the port that clients connect to */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  forwardTo(port: number): void {
    this.#target = port;
  }

  /** Everything that clients sent. */
  get sent(): Buffer {
    return Buffer.concat(this.#sent);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

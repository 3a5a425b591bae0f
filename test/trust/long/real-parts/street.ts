import { once } from 'node:events';
import { createServer, setGlobalProxyFromEnv } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Leads the https requests of this process to this machine, whatever their host, from the address of a chosen client. */
export class Street {
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();
  #client = '127.0.0.2';
  #restore = () => {};

  private constructor() {
    this.#server.on('connect', ({ url = '' }, near: Socket) => {
      const port = Number(url.split(':').at(-1));
      const far = connect({ host: '127.0.0.1', port, localAddress: this.#client });
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      far.on('connect', () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n');
        near.pipe(far).pipe(near);
      });
    });
  }

  static async open(): Promise<Street> {
    const street = new Street();
    street.#server.listen(0, '127.0.0.1');
    await once(street.#server, 'listening');
    street.moveTo(street.#client);
    return street;
  }

  /** New requests come from this address, over new connections. */
  moveTo(client: string): void {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The street is closed.');
    this.#client = client;
    this.#restore();
    const proxy = { https_proxy: `http://127.0.0.1:${address.port}`, no_proxy: 'localhost,127.0.0.1' };
    this.#restore = setGlobalProxyFromEnv(proxy);
  }

  async close(): Promise<void> {
    this.#restore();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

import { connect, createServer, type Socket } from 'node:net';

/** An address that can switch from one server to another, like a proxy or a moving IP address. */
export class Gateway {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  #target: number;
  #isFrozen = false;

  private constructor(target: number) {
    this.#target = target;
  }

  static async open(target: number): Promise<Gateway> {
    const gateway = new Gateway(target);
    await new Promise<void>((resolve) => gateway.#server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('no port');
    return address.port;
  }

  #join(near: Socket): void {
    this.#sockets.add(near);
    near.once('close', () => this.#sockets.delete(near));
    near.on('error', () => near.destroy());
    if (this.#isFrozen) return;
    const far = connect(this.#target, '127.0.0.1');
    this.#sockets.add(far);
    far.once('close', () => {
      this.#sockets.delete(far);
      near.destroy();
    });
    near.once('close', () => far.destroy());
    far.on('error', () => far.destroy());
    near.pipe(far);
    far.pipe(near);
  }

  /** Cuts the network to the server: packets vanish silently. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** Sends new connections to another server. */
  leadTo(target: number): void {
    this.#target = target;
    this.#isFrozen = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

import { connect, type Socket } from 'node:net';

/** A request as bytes on the wire. */
export type Wire = Buffer;

export interface Answer {
  status: number;
  head: string;
  body: Buffer;
}

export const request = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Buffer = Buffer.alloc(0),
): Wire => {
  const length: Record<string, string> = method === 'GET' ? {} : { 'content-length': String(body.length) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), body]);
};

export const get = (path: string, headers: Record<string, string> = {}): Wire =>
  request('GET', path, headers);

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);

/**
 * One keep-alive connection with one request at a time. It parses only answers of known length, so it uses little of
 * the machine that it measures.
 */
export class Connection {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #answer: { status: number; head: string; bodyAt: number } | null = null;
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (part: Buffer) => this.#take(part));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (!this.#answer) {
      const all = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
      this.#parts = [all];
      const end = all.indexOf(headEnd);
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      const status = Number(head.slice(9, 12));
      const hasBody = status !== 304 && status !== 204;
      const length = hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN) : 0;
      if (Number.isNaN(length)) return this.#settle?.reject(new Error(`No length is told: ${head}`));
      this.#answer = { status, head, bodyAt: end + headEnd.length };
      this.#needed = end + headEnd.length + length;
    }
    if (this.#size < this.#needed) return;
    const { status, head, bodyAt } = this.#answer;
    const whole = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const settle = this.#settle;
    this.#parts = [];
    this.#size = 0;
    this.#answer = null;
    this.#settle = null;
    settle?.resolve({ status, head, body: whole?.subarray(bodyAt) ?? nothing });
  }

  send(wire: Wire): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(wire);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** One request on a separate connection. */
export const send = async (port: number, wire: Wire): Promise<Answer> => {
  const connection = await Connection.open(port);
  try {
    return await connection.send(wire);
  } finally {
    connection.close();
  }
};

interface Load {
  connections: number;
  total: number;
  /** The status that every answer must have. */
  expect: number;
}

/**
 * Keeps this process from sleeping until the work is done: who writes to a sleeping process has to wake it, which costs
 * the measured program up to 20 µs an answer in a virtual machine, and the floor, whose reader never sleeps, nothing.
 */
export const awake = async (work: Promise<unknown>): Promise<void> => {
  let isDone = false;
  const spin = () => {
    if (!isDone) setImmediate(spin);
  };
  spin();
  await work.finally(() => {
    isDone = true;
  });
};

/** Sends `total` requests over several connections, cycling through `wires`. */
export const load = async (
  port: number,
  wires: readonly Wire[],
  { connections, total, expect }: Load,
): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = await Connection.open(port);
    while (next < total) {
      const wire = wires[next % wires.length] ?? nothing;
      next++;
      const { status, body } = await connection.send(wire);
      if (status !== expect)
        throw new Error(`${status} instead of ${expect}: ${wire.toString()} ${body.toString()}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
};

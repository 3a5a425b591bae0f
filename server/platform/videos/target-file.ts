import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** A file that is being written, readable by its owner alone. */
export class TargetFile {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'w+', 0o600);
  }

  get size(): number {
    return fstatSync(this.#file).size;
  }

  write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, at + done);
  }

  /** Fills a buffer from the file, and returns the part that was filled: the file may end before. */
  read(at: number, bytes: Buffer): Buffer {
    return bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, at));
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { unfit } from './unfit.ts';

/** The most bytes of one read: more than a frame, a cluster or a table of an accepted video has. */
const maxRead = 16 * 1024 * 1024;

/** How many bytes small reads fetch together. */
const windowSize = 64 * 1024;

/**
 * The uploaded file. The checks replace parts of it in memory, so that the library never sees what the copy does not
 * need. The file itself does not change.
 */
export class SourceFile {
  /** The size with the replaced parts. */
  size: number;
  /** The size of the file. */
  readonly fileSize: number;
  readonly #file: number;
  readonly #replaced: { at: number; bytes: Buffer }[] = [];
  #window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.fileSize = fstatSync(this.#file).size;
    this.size = this.fileSize;
  }

  /** Replaces bytes, or adds some at the end. Parts must be replaced in their order in the file. */
  replace(at: number, bytes: Buffer): void {
    this.#replaced.push({ at, bytes });
    this.size = Math.max(this.size, at + bytes.length);
  }

  read(at: number, length: number): Buffer {
    if (!(at >= 0 && length >= 0 && length <= maxRead && at + length <= this.size))
      throw unfit(`a read of ${length} bytes at ${at}, of ${this.size}`);
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length && at + done < this.fileSize; ) {
      const read = readSync(this.#file, bytes, done, length - done, at + done);
      if (read === 0) throw unfit('the file became shorter');
      done += read;
    }
    for (let index = this.#firstReplaced(at); index < this.#replaced.length; index += 1) {
      const part = this.#replaced[index];
      if (!part || part.at >= at + length) break;
      part.bytes.copy(bytes, Math.max(0, part.at - at), Math.max(0, at - part.at));
    }
    return bytes;
  }

  /** At most `length` bytes of the file, fewer at its end. For many small reads near one another. */
  peek(at: number, length: number): Buffer {
    const end = Math.min(at + length, this.fileSize);
    const { at: start, bytes } = this.#window;
    if (at < start || end > start + bytes.length)
      this.#window = { at, bytes: this.read(at, Math.min(windowSize, this.fileSize - at)) };
    return this.#window.bytes.subarray(at - this.#window.at, end - this.#window.at);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The index of the first replaced part that ends after a position. */
  #firstReplaced(at: number): number {
    let [low, high] = [0, this.#replaced.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const part = this.#replaced[middle];
      if (part && part.at + part.bytes.length <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

import type { Readable } from 'node:stream';
import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../problem.ts';

/**
 * Both ends are byte positions and inclusive, as in a `Range` header (RFC 9110 14.1.2). Without an end: to the last
 * byte.
 */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface Stored {
  key: string;
  /** In bytes. */
  size: number;
  /** Epoch milliseconds. */
  modifiedAt: number;
}

/**
 * Stores photos under keys of `a-z 0-9 . -` that begin with random hex digits. Every method throws a Problem
 * `unavailable` when the store fails, with the details for the operator as its cause, and a TypeError for an invalid
 * key.
 */
export interface Storage {
  /** Stores the bytes, replacing an existing file. When it resolves, they survive a power cut. */
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * The bytes, or a part of them, as a stream that the caller reads or destroys. `size` is that of the whole file,
   * for `Content-Range`. An end after the last byte counts as the last byte. Null if there is no file.
   * @throws RangeOutside when the start is after the last byte
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>;
  /** The size in bytes; null if there is no file. */
  size(key: string): Promise<number | null>;
  /** Deletes permanently. A missing file is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** All keys, in no particular order, a page at a time. */
  list(prefix?: string): AsyncIterable<Stored>;
  /** Resolves when the store answers. */
  ready(): Promise<void>;
}

/** The requested part lies after the end: 416 over HTTP, with `size` in `Content-Range` (RFC 9110 15.5.17). */
export class RangeOutside extends RangeError {
  override name = 'RangeOutside';
  /** Size of the whole file in bytes. */
  readonly size: number;

  constructor(size: number) {
    super('The range lies behind the end.');
    this.size = size;
  }
}

/**
 * Turns a store's failure into an error for a request. Only `line` reaches the log, because errors of stores and file
 * systems name the photo.
 */
export const storageFailed = (line: string): Problem =>
  new Problem('unavailable', messages.unavailable, { cause: new Error(line) });

/** Keys become paths and URLs, so they must not contain anything with a meaning there. */
export const isKey = (key: string): boolean =>
  key.length <= 200 && /^[0-9a-z][0-9a-z.-]*$/.test(key) && !key.includes('..');

/** @throws TypeError for an invalid key */
export const checkKey = (key: string): void => {
  if (!isKey(key)) throw new TypeError('This is no storage key.');
};

/** @throws TypeError if no key can begin like this */
export const checkPrefix = (prefix: string): void => {
  if (prefix !== '') checkKey(prefix);
};

/** @throws TypeError for invalid positions, or an end before the start */
export const checkRange = ({ start, end }: ByteRange): void => {
  const sound = Number.isSafeInteger(start) && start >= 0;
  if (!sound || (end !== undefined && (!Number.isSafeInteger(end) || end < start))) {
    throw new TypeError('This is no range of bytes.');
  }
};

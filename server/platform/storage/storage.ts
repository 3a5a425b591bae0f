import type { Readable } from 'node:stream';
import { messages } from '../../../contract/errors.ts';
import { Problem } from '../problem.ts';

/**
 * Both ends are positions of bytes and inclusive, as in a `Range` header (RFC 9110 14.1.2); no end: to the
 * last.
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
 * Where the bytes of photos are kept, under keys of `a-z 0-9 . -` that begin with random hex digits. Every
 * method throws a Problem `unavailable` when the store fails, with what the operator should know as its
 * cause, and a TypeError for anything that is no key.
 */
export interface Storage {
  /** Stores the bytes, replacing what was there. When it resolves they survive a power cut. */
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * The bytes, or a part of them, as a stream that the caller reads or destroys; `size` is that of the whole,
   * for `Content-Range`. An end behind the last byte is taken as the last byte. Null when there is nothing.
   * @throws RangeOutside when the start is behind the last byte.
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>;
  /** The size in bytes; null when there is nothing. */
  size(key: string): Promise<number | null>;
  /** Deletes permanently. A missing file is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Everything that is stored, in no particular order, a page at a time. */
  list(prefix?: string): AsyncIterable<Stored>;
  /** Resolves when the store answers. */
  ready(): Promise<void>;
}

/**
 * The part asked for lies behind the end: 416 over HTTP, with `size` in `Content-Range` (RFC 9110 15.5.17).
 */
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

/** Keys become paths and addresses, so nothing in them may mean anything else. */
export const isKey = (key: string): boolean =>
  key.length <= 200 && /^[0-9a-z][0-9a-z.-]*$/.test(key) && !key.includes('..');

/** @throws TypeError for what is no key. */
export const checkKey = (key: string): void => {
  if (!isKey(key)) throw new TypeError('This is no storage key.');
};

/** @throws TypeError for what no key begins with. */
export const checkPrefix = (prefix: string): void => {
  if (prefix !== '') checkKey(prefix);
};

/** @throws TypeError for positions that are none, or an end before the start. */
export const checkRange = ({ start, end }: ByteRange): void => {
  const sound = Number.isSafeInteger(start) && start >= 0;
  if (!sound || (end !== undefined && (!Number.isSafeInteger(end) || end < start))) {
    throw new TypeError('This is no range of bytes.');
  }
};

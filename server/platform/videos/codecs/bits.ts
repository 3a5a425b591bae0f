import { unfit } from '../unfit.ts';

/** Reads numbers of any number of bits, highest bit first. */
export class Bits {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.at;
  }

  read(count: number): number {
    if (count > this.left) throw unfit('a header is cut off');
    let value = 0;
    for (let read = 0; read < count; read += 1, this.at += 1)
      value = value * 2 + (((this.#bytes[this.at >>> 3] ?? 0) >>> (7 - (this.at & 7))) & 1);
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  /** An unsigned Exp-Golomb number (ITU-T H.264 9.1). AV1 calls it `uvlc`. */
  golomb(): number {
    let zeros = 0;
    while (!this.flag()) zeros += 1;
    if (zeros > 32) throw unfit('a number is too large');
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** A signed Exp-Golomb number. */
  signedGolomb(): number {
    const code = this.golomb();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

/** The same numbers in every run, so that every run measures the same community. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  // mulberry32
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** From 0 to 1, without the 1. */
  share(): number {
    return this.bits() / 4_294_967_296;
  }

  /** A whole number from 0 to `end`, without the end. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  pick<T>(list: ArrayLike<T>): T {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  }

  /** A public id. */
  id(): string {
    let text = '';
    for (let part = 0; part < 4; part++) text += this.bits().toString(16).padStart(8, '0');
    return text;
  }
}

/** A queue in which parties take turns: the party whose turn is next comes first. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  countOf(party: string): number {
    return this.#waiting.get(party)?.length ?? 0;
  }

  add(party: string, one: T): void {
    this.#waiting.set(party, [...(this.#waiting.get(party) ?? []), one]);
  }

  /** Puts it back before all else of its party. */
  addFirst(party: string, one: T): void {
    this.#waiting.set(party, [one, ...(this.#waiting.get(party) ?? [])]);
  }

  /** The first party that may go on. */
  next(mayGoOn: (party: string) => boolean): string | undefined {
    return this.#waiting.keys().find(mayGoOn);
  }

  /** Takes what the party has waited for longest; its next turn comes after those of all others. */
  take(party: string): T | undefined {
    const [one, ...rest] = this.#waiting.get(party) ?? [];
    this.#waiting.delete(party);
    if (rest.length > 0) this.#waiting.set(party, rest);
    return one;
  }

  /** Takes all of one party, or of all. */
  clear(party?: string): T[] {
    const parties = party === undefined ? [...this.#waiting.keys()] : [party];
    return parties.flatMap((name) => {
      const all = this.#waiting.get(name) ?? [];
      this.#waiting.delete(name);
      return all;
    });
  }
}

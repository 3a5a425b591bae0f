/** An answer that is found but not built. Answers with equal fingerprints are equal. */
export class Unbuilt<T> {
  readonly fingerprint: () => string;
  readonly build: () => Promise<T>;
  constructor(fingerprint: () => string, build: () => Promise<T>) {
    this.fingerprint = fingerprint;
    this.build = build;
  }
}

/** An answer that is found but not written. Answers with equal fingerprints are equal. */
export class Unwritten {
  readonly fingerprint: () => string;
  /** @returns the JSON text of an answer of the endpoint's shape */
  readonly write: () => Promise<string>;
  constructor(fingerprint: () => string, write: () => Promise<string>) {
    this.fingerprint = fingerprint;
    this.write = write;
  }
}

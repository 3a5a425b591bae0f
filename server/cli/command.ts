import type { House } from '../house.ts';

/** One line that says what the operator got wrong; the process ends with 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

export interface Command {
  /** As `npm run circle -- help` shows it. */
  readonly usage: string;
  readonly about: string;
  /** Does it and returns what to print. @throws CommandError */
  run(house: House, words: readonly string[]): Promise<string>;
}

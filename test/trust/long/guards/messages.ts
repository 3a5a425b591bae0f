import type { Removal } from './removed.ts';

/** Asks a process to run a test file without a clause, or as it is. */
export interface Task {
  file: string;
  removal: Removal | null;
}

/** The first failure of a file, or a test that did not run because of it. */
export interface Failure {
  name: string;
  text: string;
  /** False for a test that was cancelled because another one failed. */
  isCause: boolean;
}

export type Message =
  | { type: 'failing'; failure: Failure }
  | {
      type: 'ended';
      failure: Failure | null;
      tests: number;
      /** The ids of the clauses that ran. */
      asked: string[];
      /** Whether everything that the file opened is closed. */
      isQuiet: boolean;
      usedBytes: number;
      processorMs: number;
    };

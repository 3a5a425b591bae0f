import type { AppContext } from '../app-context.ts';
import type { Settings } from '../settings.ts';

export interface Command {
  /** As `npm run circle -- help` shows it. */
  readonly usage: string;
  readonly about: string;
  /** Whether it causes mails. They go out before it ends, and with them others that wait. */
  readonly causesMails?: true;
  /** Does it and returns what to print. @throws CommandError */
  run(context: AppContext, words: readonly string[]): Promise<string>;
}

/** One that works on an installation from outside: nothing is opened, brought up to date or sent before it begins. */
export interface OutsideCommand {
  readonly usage: string;
  readonly about: string;
  /** `say` prints a line as it goes. @throws CommandError */
  runOutside(settings: Settings, words: readonly string[], say: (line: string) => void): Promise<void>;
}

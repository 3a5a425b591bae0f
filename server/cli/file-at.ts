import path from 'node:path';
import { CommandError } from '../command-error.ts';

/** The file whose name is the only word given, from the folder in which the command was called. @throws CommandError */
export const fileAt = (words: readonly string[]): string => {
  const [name, ...others] = words;
  if (!name || others.length > 0) throw new CommandError('Give one file.');
  return path.resolve(name);
};

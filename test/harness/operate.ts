import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { runCommand } from '../../server/cli/run.ts';
import { readSettings } from '../../server/settings.ts';
import { builtProgram } from './built.ts';

const program = builtProgram('circle');

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

interface Place {
  environment: Readonly<Record<string, string>>;
}

/** The environment for a program that runs beside a server. It reuses this run's compile cache. */
export const besideOf = ({ environment }: Place): Record<string, string> => ({
  ...environment,
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
});

/** Runs an operator's command as a real program in which somebody types. */
export const operateTyping = (server: Place, typed: string, ...words: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { env: besideOf(server) },
      (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() });
      },
    );
    // A program that reads nothing may have ended before.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(typed);
  });

/** Runs an operator's command as a real program, for behaviour that only a program shows. */
export const operateAsProgram = (server: Place, ...words: string[]): Promise<Outcome> =>
  operateTyping(server, '', ...words);

/**
 * Runs an operator's command inside this process, with the server's settings. Starting a program would take half a
 * second of processor time each. Only `restore` runs as a program: it locks SQLite while it reads files, and a server
 * in the same thread would wait for that lock for ever.
 */
export const operate = async (server: Place, ...words: string[]): Promise<Outcome> => {
  if (words[0] === 'restore') return operateAsProgram(server, ...words);
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(words, () => readSettings(server.environment), {
    say: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, out: out.join('\n').trim(), err: err.join('\n').trim() };
};

export const succeeds = async (outcome: Promise<Outcome>): Promise<string> => {
  const { code, out, err } = await outcome;
  assert.deepEqual([code, err], [0, '']);
  return out;
};

export const fails = async (outcome: Promise<Outcome>, line: RegExp): Promise<void> => {
  const { code, err } = await outcome;
  assert.equal(code, 1);
  assert.match(err, line);
};

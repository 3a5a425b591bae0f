import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../setup/sources.ts';

export interface Ran {
  code: number | null;
  output: string;
  /** The names of the tests that failed. */
  failed: string[];
  isOver: boolean;
}

/** Runs a program to its end, or until the timeout. */
export const run = (
  program: string,
  args: readonly string[],
  {
    environment = {},
    folder = root,
    milliseconds = 600_000,
  }: { environment?: Record<string, string>; folder?: string; milliseconds?: number } = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let isOver = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-400_000);
      });
    }
    const timer = setTimeout(() => {
      isOver = true;
      // Ends the whole process group, with everything that a test has started.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, milliseconds);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      const text = stripVTControlCharacters(output);
      const failed = [...text.matchAll(/^ +✖ (.+?) \([\d.]+ms\)/gm)].flatMap((match) => match[1] ?? []);
      resolve({ code, output: text, failed, isOver });
    });
  });

/** Runs files of tests as `npm test -- FILE…` does. */
export const runTests = (
  files: readonly string[],
  environment: Record<string, string>,
  milliseconds: number,
  flags: readonly string[] = [],
): Promise<Ran> =>
  run(
    process.execPath,
    ['scripts/test.mjs', `--test-timeout=${milliseconds + 120_000}`, ...flags, ...files],
    {
      environment: { ...environment, TEST_MINUTES: String(milliseconds / 60_000 + 3) },
      milliseconds: milliseconds + 180_000,
    },
  );

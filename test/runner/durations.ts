import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { root } from '../setup/sources.ts';

const file = path.join(root, 'node_modules/.cache/test-durations.json');

const Durations = z.record(z.string(), z.number());

const read = (): z.output<typeof Durations> =>
  existsSync(file) ? Durations.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

/** The milliseconds that each file took in the last whole run; for a new file a guess by its size. */
export const readDurations = (files: readonly string[]): Map<string, number> => {
  const last = read();
  return new Map(files.map((name) => [name, last[name] ?? statSync(path.join(root, name)).size]));
};

/** Keeps the durations of a whole run for the next one. */
export const writeDurations = (ran: readonly { file: string; durationMs: number }[]): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const entries = ran.map(({ file: name, durationMs }) => [name, Math.round(durationMs)]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
};

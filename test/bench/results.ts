import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { cache } from './databases.ts';
import type { Figure } from './figures.ts';

const Result = z.object({
  /** The day and the commit. */
  when: z.string(),
  figures: z.array(
    z.object({
      what: z.string(),
      floor: z.string(),
      value: z.string(),
      judged: z.number(),
      budget: z.nullable(
        z.object({
          atLeast: z.exactOptional(z.number()),
          atMost: z.exactOptional(z.number()),
          unit: z.exactOptional(z.string()),
        }),
      ),
    }),
  ),
});
export type Result = z.infer<typeof Result>;

// Stored beside the databases, so that one part can be measured without the others.
const file = path.join(cache, 'results.json');

/** The last result of each part. */
export const readResults = (): Record<string, Result> =>
  existsSync(file) ? z.record(z.string(), Result).parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

export const keepResult = (part: string, when: string, figures: Figure[]): void => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...readResults(), [part]: { when, figures } }, null, 1));
};

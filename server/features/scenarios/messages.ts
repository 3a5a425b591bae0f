import * as z from 'zod/mini';
import { Category, Priority, TestResult } from '../../../contract/scenarios.ts';
import { Step } from './steps.ts';

/** What the server asks of the process that plays the scenarios. */
export const Order = z.object({
  /** A folder of its own, which it takes away in the end. */
  dataDir: z.string(),
  ideas: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      category: Category,
      priority: Priority,
      steps: z.array(Step),
    }),
  ),
});
export type Order = z.infer<typeof Order>;

/** What that process tells. */
export const News = z.union([
  z.object({ begins: z.string(), total: z.int() }),
  z.object({ result: TestResult }),
  z.object({ ended: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type News = z.infer<typeof News>;

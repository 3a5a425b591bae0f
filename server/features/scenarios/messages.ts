import * as z from 'zod/mini';
import { Category, Priority, TestResult } from '../../../contract/scenarios.ts';
import { Step } from './steps.ts';

/** Messages from the server to the process that runs the scenarios. */
export const Order = z.object({
  /** A temporary folder, which the process deletes at the end. */
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

/** Messages from that process to the server. */
export const News = z.union([
  z.object({ begins: z.string(), total: z.int() }),
  z.object({ result: TestResult }),
  z.object({ ended: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type News = z.infer<typeof News>;

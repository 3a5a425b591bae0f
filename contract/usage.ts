import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const metrics = endpoint.get('/api/usage-metrics', {
  credential: 'member',
  summary: "Photo storage: bytes used, the plan's limit in bytes, and the percentage",
  input: z.strictObject({}),
  output: z.object({ usage: z.number(), limit: z.number(), percentage: z.number() }),
  caching: 'no-store',
});

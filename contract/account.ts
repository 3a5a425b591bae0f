import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const stats = endpoint({
  method: 'GET',
  path: '/api/user/stats',
  credential: 'member',
  summary: "The caller's own figures: posts shared, distinct people in the circles they own",
  input: z.strictObject({}),
  output: z.object({ memoriesShared: z.number(), connectionsMade: z.number() }),
  status: 200,
  caching: 'no-store',
});

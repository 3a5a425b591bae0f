import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const Archive = z.object({
  /** `none` also after it was deleted because something in it was taken back, deleted or hidden. */
  status: z.enum(['none', 'pending', 'ready']),
  /** When it was asked for. */
  createdAt: z.nullable(z.string()),
  /** When it will be deleted at the latest. */
  expiresAt: z.nullable(z.string()),
  /** Photos and videos, also while the archive is made. `total` is 0 until they are counted. */
  photos: z.object({ done: z.number(), total: z.number() }),
  /** The ZIPs, in order, each at `/api/circles/{id}/archive/file?part=n`, counted from 1. */
  parts: z.array(z.object({ bytes: z.number() })),
  /** False if the circle has more than an archive may hold: it has the newest photos. */
  isComplete: z.boolean(),
});
export type Archive = z.infer<typeof Archive>;

export const state = endpoint.get('/api/circles/:id/archive', {
  credential: 'member',
  summary: 'Whether there is an archive of all that the caller may see of a circle, and how far it is',
  input: z.strictObject({ id }),
  output: Archive,
  caching: 'no-store',
});

export const request = endpoint.post('/api/circles/:id/archive', {
  credential: 'member',
  rate: 'archives',
  summary:
    'Has an archive made in place of the last one, of which bell and mail tell when it is ready; one that is being made is waited for',
  input: z.strictObject({ id }),
  output: Archive,
  status: 202,
  caching: 'no-store',
});

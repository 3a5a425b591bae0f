import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { messages } from '../errors/errors.ts';
import { id } from '../fields.ts';
import { limits } from '../limits.ts';

const keptIds = z.array(id).check(z.maxLength(limits.keptIds, messages.invalid));

export const letGo = endpoint.post('/api/kept', {
  credential: 'member',
  rate: 'kept',
  beforeClaim: true,
  summary: 'Finds the photos (names of images) and moments that a device keeps and the caller does not see',
  input: z.strictObject({
    photos: keptIds,
    posts: keptIds,
    /** The device keeps nothing else. */
    everything: z.optional(z.literal(true)),
  }),
  output: z.object({ photos: z.array(z.string()), posts: z.array(z.string()) }),
  caching: 'no-store',
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id } from './fields.ts';
import { limits } from './limits.ts';

/** Moments reach a member immediately, by a letter in the evening or on Sunday, or only when they look. */
export const When = z.enum(['now', 'evening', 'sunday', 'never']);
export type When = z.infer<typeof When>;

const Choices = z.object({
  /** Each circle of the caller, in the order of their list; `circleId: null` is 'Shared with you'. */
  circles: z.array(z.object({ circleId: z.nullable(z.string()), when: When })),
  /** Moments created at or before this time count as told. Null if no moment does. */
  untoldAfter: z.nullable(z.string()),
});

export const get = endpoint.get('/api/delivery', {
  credential: 'member',
  summary:
    'When moments reach the caller, for every circle; `circleId: null` is for all private circles of others',
  input: z.strictObject({}),
  output: Choices,
  caching: 'no-store',
});

export const set = endpoint.put('/api/delivery', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Sets the given circles and leaves the rest; answers all of them',
  input: z.strictObject({
    circles: z
      .array(z.strictObject({ circleId: z.nullable(id), when: When }))
      .check(
        z.refine(
          (chosen) => new Set(chosen.map(({ circleId }) => circleId)).size === chosen.length,
          messages.invalid,
        ),
      ),
  }),
  output: Choices,
  caching: 'no-store',
});

export const seen = endpoint.put('/api/seen', {
  credential: 'member',
  rate: 'seen',
  summary: 'Moments that were on screen count as told; ids of moments out of sight are ignored',
  input: z.strictObject({
    postIds: z.array(id).check(z.maxLength(limits.seenPosts, messages.invalid)),
  }),
  output: null,
});

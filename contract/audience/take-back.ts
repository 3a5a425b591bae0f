import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { messages } from '../errors/errors.ts';
import { id, paging } from '../fields.ts';
import { limits } from '../limits.ts';
import { page } from '../shapes.ts';

/** From everyone but the author, from some of the moment's circles, or from some people. */
export const TakenFrom = z.enum(['everyone', 'circles', 'people']);
export type TakenFrom = z.infer<typeof TakenFrom>;

/** Tells what taking a moment back did, as far as the server knows it now. */
export const Receipt = z.object({
  id: z.string(),
  takenBackAt: z.string(),
  takenFrom: TakenFrom,
  /** The number of people who lost sight of the moment by this request, as far as the author can know its readers. */
  people: z.number(),
  /** Members of a circle that the author has left lost it too. They are counted nowhere in the receipt. */
  hasUncounted: z.boolean(),
  /** False while the author can undo it. */
  isFinal: z.boolean(),
  /** Signed-in devices of these people. Null until it is final, and if fewer than three of them have accounts. */
  devices: z.nullable(
    z.object({
      /** Used since the moment was shared. */
      mayHave: z.number(),
      /** Said that they keep nothing of it any more. */
      letGo: z.number(),
      /** Devices that have not let go of it, and are not known to have been online since. */
      notOnline: z.number(),
    }),
  ),
  /** Letters that left, or may have left, with words or photos of the moment. */
  letters: z.object({
    /** First names. */
    mailboxMembers: z.array(z.string()),
    /** How many other people got one. Null where `devices` is. */
    others: z.nullable(z.number()),
    /** False for a moment that was shared before the server recorded this. */
    isComplete: z.boolean(),
  }),
  /** Whether the server knows of a nightly backup that may hold the moment as it was shared. */
  isHeldByBackups: z.boolean(),
  /** Until when; null if none may hold it, or if no later backup replaces those that may. */
  backupsUntil: z.nullable(z.string()),
  /** Until when browsers may keep its photos in their ordinary cache; null where they keep none there. */
  browsersKeepUntil: z.nullable(z.string()),
});
export type Receipt = z.infer<typeof Receipt>;

const some = (max: number) =>
  z.optional(
    z
      .array(z.string(), messages.invalid)
      .check(z.minLength(1, messages.invalid), z.maxLength(max, messages.invalid)),
  );

export const takeBack = endpoint.post('/api/posts/:id/take-back', {
  credential: 'member',
  rate: 'edits',
  repeatable: true,
  summary:
    'Takes a moment back (its author alone): from everyone else, from some of its circles, or from some people',
  input: z
    .strictObject({ id, circleIds: some(limits.circlesPerPost), userIds: some(limits.hiddenFrom) })
    .check(
      z.refine(({ circleIds, userIds }) => !circleIds || !userIds, {
        error: messages.invalid,
        path: ['userIds'],
      }),
    ),
  output: Receipt,
  status: 201,
});

export const receipt = endpoint.get('/api/receipts/:id', {
  credential: 'member',
  summary: 'Says what taking a moment back did, as far as the server knows now (its author alone)',
  input: z.strictObject({ id }),
  output: Receipt,
});

export const receipts = endpoint.get('/api/posts/:id/receipts', {
  credential: 'member',
  summary: 'Lists the receipts of a moment, newest first (its author alone)',
  input: z.strictObject({ id, ...paging }),
  output: page(z.pick(Receipt, { id: true, takenBackAt: true, takenFrom: true, people: true })),
});

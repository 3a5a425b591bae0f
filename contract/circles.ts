import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { color, id, line, text } from './fields.ts';
import { limits } from './limits.ts';
import { Circle, CircleKind, LettersCarry, Member, Person, Photo, PlacedPhoto, time } from './shapes.ts';

const description = text(limits.circleDescription, messages.circleDescriptionTooLong);
const priority = z
  .number(messages.priorityInvalid)
  .check(
    z.refine(
      (value) => Number.isInteger(value) && value >= 0 && value <= limits.priority,
      messages.priorityInvalid,
    ),
  );

export const CircleMember = z.extend(Member, {
  role: z.enum(['owner', 'keeper', 'member']),
  /** The member who added them, for the owner and the keepers. Null for all others, and once that member is gone. */
  addedBy: z.nullable(Person),
  /** Whether the caller sees more of them than the name, for whatever reason. Of the caller: whether everyone in the circle does. */
  showsProfile: z.boolean(),
});
export type CircleMember = z.infer<typeof CircleMember>;

/** A circle with all its members, the owner first. */
const WholeCircle = z.extend(Circle, { members: z.array(CircleMember) });
export type WholeCircle = z.infer<typeof WholeCircle>;

export const list = endpoint.get('/api/circles', {
  credential: 'member',
  summary: "The caller's circles, highest priority first",
  input: z.strictObject({}),
  output: z.array(Circle),
});

/** A circle as its page shows it. */
export const CirclePlace = z.extend(WholeCircle, {
  /**
   * The photo of `coverPhotoId`, then the newest photos that the caller sees, newest first. Those of the first moment of its
   * feed come last.
   */
  cover: z.array(PlacedPhoto).check(z.maxLength(limits.circleCover)),
  /**
   * The moments of others that came since the caller left the circle's moments last, and when that was. `limits.newMoments`
   * stands for more. Null where nothing is new, and before the first visit.
   */
  newSince: z.nullable(z.object({ count: z.number(), since: time })),
  /** The photo that the owner chose to lead the cover; null without one that the caller sees. */
  coverPhotoId: z.nullable(z.string()),
});
export type CirclePlace = z.infer<typeof CirclePlace>;

export const get = endpoint.get('/api/circles/:id', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'One circle with its members and its newest photos',
  input: z.strictObject({ id }),
  output: CirclePlace,
});

/** A circle in the list of circles, besides its name. */
export const CircleStrip = z.object({
  /** The newest photos that the caller sees. */
  photos: z.array(Photo).check(z.maxLength(limits.circleStrip)),
  /** As in `newSince`. */
  newCount: z.number(),
});
export type CircleStrip = z.infer<typeof CircleStrip>;

export const strips = endpoint.get('/api/circles/strips', {
  credential: 'member',
  rate: 'heavyReads',
  summary:
    "The newest photos and the number of new moments of each of the caller's circles, by the circles' ids",
  input: z.strictObject({}),
  output: z.record(z.string(), CircleStrip),
});

export const visit = endpoint.put('/api/circles/:id/visit', {
  credential: 'member',
  rate: 'seen',
  summary: "The caller leaves the circle's moments: later ones are new",
  input: z.strictObject({ id }),
  output: null,
});

export const create = endpoint.post('/api/circles', {
  credential: 'member',
  rate: 'circleChanges',
  repeatable: true,
  summary: 'Makes a circle that the caller owns',
  input: z.strictObject({
    name: line(limits.circleName, messages.circleNameRequired, messages.circleNameTooLong),
    description: z.optional(description),
    color: z.optional(color),
    priority: z.optional(priority),
    kind: z.optional(CircleKind),
    showsEarlierPosts: z.optional(z.boolean()),
    lettersCarry: z.optional(LettersCarry),
  }),
  output: WholeCircle,
  status: 201,
});

export const edit = endpoint.put('/api/circles/:id', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Changes a circle (its owner; its keepers what it is called and how it looks)',
  input: z.strictObject({
    id,
    name: line(limits.circleName, messages.circleEditNameRequired, messages.circleNameTooLong),
    description: z.optional(description),
    color: z.optional(color),
    showsEarlierPosts: z.optional(z.boolean()),
    lettersCarry: z.optional(LettersCarry),
    /** A photo of the circle that leads its cover; null for the newest. */
    coverPhotoId: z.optional(z.nullable(id)),
  }),
  output: WholeCircle,
});

export const remove = endpoint.delete('/api/circles/:id', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Deletes a circle (its owner alone); posts shared with it alone stay visible to their authors',
  input: z.strictObject({ id }),
  output: null,
});

export const setPriority = endpoint.put('/api/circles/:id/priority', {
  credential: 'member',
  rate: 'circleChanges',
  summary: "Sets the caller's own priority of a circle",
  input: z.strictObject({ id, priority }),
  output: WholeCircle,
});

export const addMember = endpoint.post('/api/circles/:id/members', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Adds a member (the owner and the keepers); 201, or 200 when already in',
  input: z.strictObject({ id, userId: id }),
  output: WholeCircle,
  status: 201,
});

export const removeMember = endpoint.delete('/api/circles/:id/members/:memberId', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Removes a member (the owner, and keepers but for keepers), or leaves (the member)',
  input: z.strictObject({ id, memberId: id }),
  output: null,
});

export const nameKeepers = endpoint.put('/api/circles/:id/keepers', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Names the members who keep a shared circle with its owner (the owner alone)',
  input: z.strictObject({
    id,
    userIds: z.array(id).check(z.maxLength(limits.circleKeepers, messages.keepersTooMany)),
  }),
  output: WholeCircle,
});

export const setFace = endpoint.put('/api/circles/:id/face', {
  credential: 'member',
  rate: 'circleChanges',
  summary: "Shows the caller's photo and profile to everyone in a shared circle, or only their name",
  input: z.strictObject({ id, shown: z.boolean() }),
  output: WholeCircle,
});

export const handOver = endpoint.put('/api/circles/:id/owner', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Hands a shared circle over to one of its members',
  input: z.strictObject({ id, userId: id }),
  output: WholeCircle,
});

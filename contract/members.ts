import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, line, text, username } from './fields.ts';
import { limits } from './limits.ts';
import { Member, MemberInCircles, Person } from './shapes.ts';

export const Profile = z.extend(Member, {
  /** The member who vouched for this one by an invitation, if the caller may find them. */
  vouchedBy: z.nullable(Person),
});
export type Profile = z.infer<typeof Profile>;

export const profile = endpoint.get('/api/users/:usernameOrId', {
  credential: 'member',
  rate: 'heavyReads',
  summary:
    "A member's profile; all but the name is null unless that member added the caller or shows a common circle their profile",
  input: z.strictObject({ usernameOrId: z.string() }),
  output: Profile,
});

export const search = endpoint.get('/api/users/search', {
  credential: 'member',
  rate: 'memberSearch',
  summary:
    'Members by a part of their name or username (two characters: by its beginning), or by their whole e-mail if they let people find them by it',
  input: z.strictObject({
    q: z.pipe(
      line(limits.email, messages.searchShort, messages.invalid),
      z.string().check(z.refine((value) => [...value].length >= limits.searchMin, messages.searchShort)),
    ),
  }),
  output: z.array(MemberInCircles),
});

export const directory = endpoint.get('/api/users/all', {
  credential: 'member',
  rate: 'memberSearch',
  summary: 'All other members, 24 a page, by name; `total` is how many the caller can page through',
  input: z.strictObject({
    page: z.optional(
      z.pipe(
        z.string().check(z.regex(/^(?:0|[1-9]\d{0,5})$/, messages.invalid)),
        z.transform((value: string) => Number(value)),
      ),
    ),
  }),
  output: z.object({ items: z.array(MemberInCircles), total: z.number() }),
});

export const hasAddedMe = endpoint.get('/api/users/:id/has-added-me', {
  credential: 'member',
  summary:
    'Whether that member has the caller in one of the circles that they own, which opens the name rule',
  input: z.strictObject({ id }),
  output: z.object({ hasAddedMe: z.boolean() }),
});

export const editProfile = endpoint.patch('/api/users/profile', {
  credential: 'member',
  rate: 'profileChanges',
  summary: 'Changes the username, the bio and the profile picture of the caller, as far as they are given',
  input: z.strictObject({
    username: z.optional(username),
    bio: z.optional(text(limits.bio, messages.bioTooLong)),
  }),
  files: { profileImage: 1 },
  fileBytes: limits.avatarBytes,
  output: Member,
});

export const removeImage = endpoint.delete('/api/users/profile/image', {
  credential: 'member',
  rate: 'profileChanges',
  summary: "Takes the caller's profile picture away",
  input: z.strictObject({}),
  output: null,
});

import * as z from 'zod/mini';
import * as albums from './albums.ts';
import * as comments from './comments.ts';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import * as posts from './posts.ts';

/** The calls that may be withdrawn. */
const withdrawable = [posts.create, albums.create, albums.addPhotos, comments.add] as const;

/** Finds the call of a path; undefined for one that cannot be withdrawn. */
export const callAt = (path: string): (typeof withdrawable)[number] | undefined =>
  withdrawable.find((call) => new RegExp(`^${call.path.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u').test(path));

export const withdraw = endpoint.post('/api/withdrawals', {
  credential: 'member',
  rate: 'withdrawals',
  summary:
    "Deletes what a call with this key has made; if it hasn't arrived yet, it is refused with 409 (REQUEST-12)",
  input: z.strictObject({
    /** The path of the call, such as `/api/posts`. */
    path: z.string().check(
      z.maxLength(200, messages.invalid),
      z.refine((path) => callAt(path) !== undefined, messages.invalid),
    ),
    /** Its `Idempotency-Key`. */
    key: z.string().check(z.minLength(1, messages.invalid), z.maxLength(100, messages.keyTooLong)),
  }),
  output: null,
});

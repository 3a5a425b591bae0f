import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, paging, text } from './fields.ts';
import { limits } from './limits.ts';
import { CircleMark, MemberInCircles, page } from './shapes.ts';

export const list = endpoint.get('/api/contacts', {
  credential: 'member',
  rate: 'heavyReads',
  summary:
    'The distinct members of all circles that the caller owns, by name, each with those circles; `q` finds by name',
  input: z.strictObject({ ...paging, q: z.optional(text(limits.email, messages.invalid)) }),
  output: z.extend(page(MemberInCircles), { total: z.number() }),
});

export const circlesOf = endpoint.get('/api/users/:id/circles', {
  credential: 'member',
  summary: "Which of the caller's own circles that member is in; never anyone else's",
  input: z.strictObject({ id }),
  output: z.array(CircleMark),
});

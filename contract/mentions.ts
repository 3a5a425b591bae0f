import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, idList, paging, text } from './fields.ts';
import { limits } from './limits.ts';
import { messages } from './errors/errors.ts';
import { page, Person } from './shapes.ts';

/** The beginning of a name. */
const q = z.optional(text(limits.name, messages.invalid));

export const underPost = endpoint.get('/api/posts/:id/mentionable', {
  credential: 'member',
  rate: 'mentionable',
  summary: 'The members whom the caller may mention under a moment, or in an answer to a comment, by name',
  input: z.strictObject({ id, q, replyTo: z.optional(id), ...paging }),
  output: page(Person),
});

export const inCircles = endpoint.get('/api/mentionable', {
  credential: 'member',
  rate: 'mentionable',
  summary: 'The members whom the caller may mention in a new moment for these circles, by name',
  input: z.strictObject({ circleIds: idList, q, ...paging }),
  output: page(Person),
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { CircleMark, Member } from './shapes.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/contacts',
  credential: 'member',
  summary: 'The distinct members of all circles that the caller owns, each with those circles',
  input: z.strictObject({}),
  output: z.array(z.extend(Member, { circles: z.array(CircleMark) })),
  status: 200,
});

export const circlesOf = endpoint({
  method: 'GET',
  path: '/api/users/:id/circles',
  credential: 'member',
  summary: "Which of the caller's own circles that member is in; never anyone else's",
  input: z.strictObject({ id }),
  output: z.array(CircleMark),
  status: 200,
});

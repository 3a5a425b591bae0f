import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Member } from './shapes.ts';

export const list = endpoint({
  method: 'GET',
  path: '/api/contacts',
  credential: 'member',
  summary: 'The distinct members of all circles that the caller owns, each with those circles',
  input: z.strictObject({}),
  output: z.array(
    z.extend(Member, { circles: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })) }),
  ),
  status: 200,
});

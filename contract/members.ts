import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Member } from './shapes.ts';

export const profile = endpoint({
  method: 'GET',
  path: '/api/users/:usernameOrId',
  credential: 'member',
  summary: "A member's profile; all but the name is null unless that member added the caller",
  input: z.strictObject({ usernameOrId: z.string() }),
  output: Member,
  status: 200,
});

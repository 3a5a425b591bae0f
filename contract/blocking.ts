import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { Person } from './shapes.ts';

export const block = endpoint({
  method: 'POST',
  path: '/api/users/:id/block',
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Blocks a member: neither finds, sees or reaches the other any more',
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});

export const unblock = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/block',
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Takes a block back; circle rows that it ended stay ended',
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});

export const mute = endpoint({
  method: 'POST',
  path: '/api/users/:id/mute',
  credential: 'member',
  rate: 'settingChanges',
  summary: "Keeps a member's moments out of the caller's own feeds and bell",
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});

export const unmute = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/mute',
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Takes a mute back',
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});

export const list = endpoint({
  method: 'GET',
  path: '/api/blocks',
  credential: 'member',
  summary: 'Members whom the caller blocks, names only',
  input: z.strictObject({}),
  output: z.array(Person),
  status: 200,
});

export const listMuted = endpoint({
  method: 'GET',
  path: '/api/mutes',
  credential: 'member',
  summary: 'Members whose moments the caller does not want to see',
  input: z.strictObject({}),
  output: z.array(Person),
  status: 200,
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { Person } from './shapes.ts';

export const block = endpoint.post('/api/users/:id/block', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Blocks a member: neither finds, sees or reaches the other any more',
  input: z.strictObject({ id }),
  output: null,
});

export const unblock = endpoint.delete('/api/users/:id/block', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Takes a block back; circle rows that it ended stay ended',
  input: z.strictObject({ id }),
  output: null,
});

export const mute = endpoint.post('/api/users/:id/mute', {
  credential: 'member',
  rate: 'settingChanges',
  summary: "Keeps a member's moments out of the caller's own feeds and bell",
  input: z.strictObject({ id }),
  output: null,
});

export const unmute = endpoint.delete('/api/users/:id/mute', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Takes a mute back',
  input: z.strictObject({ id }),
  output: null,
});

export const list = endpoint.get('/api/blocks', {
  credential: 'member',
  summary: 'Members whom the caller blocks, names only',
  input: z.strictObject({}),
  output: z.array(Person),
});

export const listMuted = endpoint.get('/api/mutes', {
  credential: 'member',
  summary: 'Members whose moments the caller does not want to see',
  input: z.strictObject({}),
  output: z.array(Person),
});

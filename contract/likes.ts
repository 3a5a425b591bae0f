import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, paging } from './fields.ts';
import { page, Person } from './shapes.ts';

const state = z.object({ isLiked: z.boolean(), likesCount: z.number() });

const givers = page(z.extend(Person, { likedAt: z.string() }));

export const liked = endpoint.get('/api/posts/:id/liked', {
  credential: 'member',
  summary: 'Whether the caller likes a moment',
  input: z.strictObject({ id }),
  output: state,
});

export const list = endpoint.get('/api/posts/:id/likes', {
  credential: 'member',
  summary: 'The people whose likes of a moment the caller may see, newest first; 50 a page unless limited',
  input: z.strictObject({ id, ...paging }),
  output: givers,
});

export const like = endpoint.post('/api/posts/:id/like', {
  credential: 'member',
  rate: 'likes',
  summary: 'Likes a moment; once or many times is the same',
  input: z.strictObject({ id }),
  output: state,
});

export const unlike = endpoint.delete('/api/posts/:id/like', {
  credential: 'member',
  rate: 'likes',
  summary: 'Takes a like back',
  input: z.strictObject({ id }),
  output: state,
});

export const listOfPhoto = endpoint.get('/api/photos/:id/likes', {
  credential: 'member',
  summary: 'The people whose hearts of a photo the caller may see, newest first; 50 a page unless limited',
  input: z.strictObject({ id, ...paging }),
  output: givers,
});

export const likePhoto = endpoint.post('/api/photos/:id/like', {
  credential: 'member',
  rate: 'likes',
  summary: 'Gives a photo a heart; once or many times is the same',
  input: z.strictObject({ id }),
  output: state,
});

export const unlikePhoto = endpoint.delete('/api/photos/:id/like', {
  credential: 'member',
  rate: 'likes',
  summary: 'Takes the heart of a photo back',
  input: z.strictObject({ id }),
  output: state,
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, paging } from './fields.ts';
import { Notification, page } from './shapes.ts';

export const unread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  credential: 'member',
  summary: 'How many notifications are unread, counted up to 10',
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
  status: 200,
});

export const list = endpoint({
  method: 'GET',
  path: '/api/notifications',
  credential: 'member',
  summary: 'Notifications whose objects the caller may still see, newest first',
  input: z.strictObject({ ...paging }),
  output: page(Notification),
  status: 200,
});

export const markRead = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  credential: 'member',
  summary: 'Marks one notification as read',
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});

export const markAllRead = endpoint({
  method: 'PUT',
  path: '/api/notifications/read-all',
  credential: 'member',
  summary: 'Marks all notifications as read',
  input: z.strictObject({}),
  output: null,
  status: 204,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  credential: 'member',
  summary: 'Deletes one notification',
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});

import type * as z from 'zod/mini';
import { feed as call } from '../../contract/posts.ts';
import { get, send } from './load.ts';
import { cookieOf } from './sessions.ts';

type Page = z.output<typeof call.output>;

export const readFeed = (text: string): Page => call.output.parse(JSON.parse(text));

/** The first page of a member's feed. */
export const askForFeed = async (port: number, member: number, query = ''): Promise<Page> => {
  const { body } = await send(port, get(`/api/posts/feed${query}`, { cookie: cookieOf(member) }));
  return readFeed(body.toString());
};

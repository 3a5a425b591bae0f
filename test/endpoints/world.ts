import type { Circle, Post } from '../../contract/shapes.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import type { TestServer } from '../harness/test-server.ts';

/**
 * Five people before every door: a visitor, a stranger who is a member, one who was removed from the circle,
 * a member of it, and the author, who owns the circle.
 */
export const personas = ['visitor', 'stranger', 'removed', 'member', 'author'] as const;
export type Persona = (typeof personas)[number];

export interface World {
  server: TestServer;
  visitor: Person;
  stranger: Person;
  removed: Person;
  member: Person;
  author: Person;
  circle: Circle;
  post: Post;
}

/** A circle with everybody in their place, and a post with a photo in it. */
export const makeWorld = async (server: TestServer): Promise<World> => {
  const [stranger, removed, member, author] = await server.members('Stranger', 'Removed', 'Member', 'Author');
  const circle = await author.makesCircle('Family');
  await author.adds(member, circle);
  await author.adds(removed, circle);
  const post = await author.posts('For the family', { to: circle, photos: [await plainPhoto()] });
  await author.removes(removed, circle);
  return { server, visitor: server.visitor(), stranger, removed, member, author, circle, post };
};

import type { Circle } from '../../contract/shapes.ts';
import { indexPosts } from '../../server/features/search/index-posts.ts';
import { newId } from '../../server/platform/text/ids.ts';
import type { Person } from '../harness/person.ts';
import type { TestServer } from '../harness/test-server.ts';

/** Puts moments into a circle, the oldest first, as if they had been shared: by HTTP, hundreds would take a minute. */
export const fillCircle = async (
  server: TestServer,
  { author, circle }: { author: Person; circle: Circle },
  texts: readonly string[],
): Promise<void> => {
  const author_id = await server.keyOf('users', author);
  const circle_id = await server.keyOf('circles', circle);
  const { db } = server.app.context;
  await db.write(async ({ q }) => {
    const added = await q
      .insertInto('posts')
      .values(texts.map((content) => ({ public_id: newId(), author_id, content, created_at: Date.now() })))
      .returning('id')
      .execute();
    const keys = added.map(({ id }) => id);
    await q
      .insertInto('post_circles')
      .values(keys.map((post_id) => ({ circle_id, post_id, author_id, popularity: 0 })))
      .execute();
  });
  await indexPosts(db);
};

import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/text/ids.ts';

/** Makes an album that only its author sees, without photos. @returns its key and id */
export const insertOwnAlbum = async (
  { q }: Tx,
  author: number,
  { title, content }: { title: string; content: string },
): Promise<{ id: number; publicId: string }> => {
  await sql`update users set posts_count = posts_count + 1 where id = ${author}`.execute(q);
  const publicId = newId();
  const { id } = await q
    .insertInto('posts')
    .values({
      public_id: publicId,
      author_id: author,
      content,
      created_at: Date.now(),
      letters_recorded: 1,
      kind: 'album',
      title,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, publicId };
};

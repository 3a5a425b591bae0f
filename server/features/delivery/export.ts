import { sql } from 'kysely';
import type { Person } from '../../../contract/shapes.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { bind, col, seesPost } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';
import { findChoices } from './choices.ts';

/**
 * The viewer's choices, and the recent moments, and albums with photos added later, that count as told and that they still
 * see, for the export.
 */
export const ownDelivery = async (q: Queries, viewer: Viewer) => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ id: string; author: string }>`
    select p.public_id as id, ${selectPerson(me, 'u')} as author
    from posts p join users u on u.id = p.author_id
    where p.id in (select told.post_id from circle_members m
        join told_posts told on told.circle_id = m.circle_id and told.user_id = m.user_id
        where m.user_id = ${me}
        union select post_id from told_albums where user_id = ${me})
      and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
    order by p.id`.execute(q);
  const told: { post: { id: string; author: Person } }[] = rows.map(({ id, author }) => ({
    post: { id, author: readPerson(author) },
  }));
  const { circles } = await findChoices(q, viewer);
  return { circles, told };
};

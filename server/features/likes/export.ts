import { sql } from 'kysely';
import { readPerson, selectPerson, time } from '../../access/show/present.ts';
import type { Person } from '../../../contract/shapes.ts';
import { col, bind, seesPost } from '../../access/rules/sees.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

interface OwnLike {
  createdAt: string;
  /** The liked moment and its author; null once the viewer no longer sees it. */
  post: { id: string; author: Person } | null;
}

const batchSize = 500;

interface OwnHeart extends OwnLike {
  /** The id of the photo; null once the viewer no longer sees it. */
  photo: string | null;
}

/** All hearts that the viewer gave photos, but those that only a report keeps, read one page at a time. */
export async function* ownHearts(q: Queries, viewer: Viewer): AsyncGenerator<OwnHeart> {
  const me = bind(viewer.id);
  for (let last = 0; ; ) {
    const { rows } = await sql<{
      image_id: number;
      created_at: number;
      photo: string | null;
      post: string | null;
      author: string | null;
    }>`
      select l.image_id, l.created_at, case when p.id is not null then i.public_id end as photo, p.public_id as post,
        case when p.id is not null then ${selectPerson(me, 'u')} end as author
      from photo_likes l join images i on i.id = l.image_id and i.kind <> 'evidence'
      left join posts p on p.id = i.post_id
        and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
        and ${seesPhotoOfSeenPost(me, photoRefs('i', 'p'))}
      left join users u on u.id = p.author_id
      where l.user_id = ${viewer.id} and l.image_id > ${last} order by l.image_id limit ${batchSize}`.execute(
      q,
    );
    for (const row of rows) {
      const post =
        row.post === null || row.author === null ? null : { id: row.post, author: readPerson(row.author) };
      yield { createdAt: time(row.created_at), photo: row.photo, post };
    }
    last = rows.at(-1)?.image_id ?? last;
    if (rows.length < batchSize) return;
  }
}

/** All likes of the viewer, read one page at a time. */
export async function* ownLikes(q: Queries, viewer: Viewer): AsyncGenerator<OwnLike> {
  const me = bind(viewer.id);
  for (let last = 0; ; ) {
    const { rows } = await sql<{
      post_id: number;
      created_at: number;
      post: string | null;
      author: string | null;
    }>`
      select l.post_id, l.created_at, p.public_id as post,
        case when p.id is not null then ${selectPerson(me, 'u')} end as author
      from likes l
      left join posts p on p.id = l.post_id
        and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
      left join users u on u.id = p.author_id
      where l.user_id = ${viewer.id} and l.post_id > ${last} order by l.post_id limit ${batchSize}`.execute(
      q,
    );
    for (const row of rows) {
      const post =
        row.post === null || row.author === null ? null : { id: row.post, author: readPerson(row.author) };
      yield { createdAt: time(row.created_at), post };
    }
    last = rows.at(-1)?.post_id ?? last;
    if (rows.length < batchSize) return;
  }
}

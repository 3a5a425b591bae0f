import { sql } from 'kysely';
import { readMentions, selectMentions } from '../../access/show/mentions.ts';
import { readPerson, selectPerson, time, timeOrNull } from '../../access/show/present.ts';
import type { Mention, Person, Voice } from '../../../contract/shapes.ts';
import { col, bind, seesPost } from '../../access/rules/sees.ts';
import { photoRefs, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import { readVoice, selectVoice } from '../../access/show/voices.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';
import { describeVoice } from '../media/voices.ts';

interface OwnComment {
  id: string;
  content: string;
  createdAt: string;
  editedAt: string | null;
  /** Whether it answers another comment. */
  isAnswer: boolean;
  mentions: Mention[];
  /** The id of the photo that it is about; null for the whole moment, or once the writer no longer sees that photo. */
  photo: string | null;
  /** The recording, by the name of its file. */
  voice: ReturnType<typeof describeVoice>;
  /** The commented moment and its author; null once the writer no longer sees it. */
  post: { id: string; author: Person } | null;
}

const batchSize = 500;

/** All comments of the viewer, oldest first, read one page at a time. */
export async function* ownComments(q: Queries, viewer: Viewer): AsyncGenerator<OwnComment> {
  const me = bind(viewer.id);
  for (let last = 0; ; ) {
    const { rows } = await sql<{
      id: number;
      public_id: string;
      content: string;
      created_at: number;
      edited_at: number | null;
      thread_id: number | null;
      mentions: string | null;
      post: string | null;
      photo: string | null;
      voice: string | null;
      author: string | null;
    }>`
      select c.id, c.public_id, c.content, c.created_at, c.edited_at, c.thread_id, p.public_id as post, pictured.public_id as photo,
        ${selectVoice('c')} as voice,
        ${selectMentions(me, 'comment', col('c.id'), 'p')} as mentions,
        case when p.id is not null then ${selectPerson(me, 'u')} end as author
      from comments c
      left join posts p on p.id = c.post_id
        and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
      left join users u on u.id = p.author_id
      left join images pictured on pictured.id = c.image_id and pictured.post_id = p.id
        and ${seesPhotoOfSeenPost(me, photoRefs('pictured', 'p'))}
      where c.author_id = ${viewer.id} and c.id > ${last} order by c.id limit ${batchSize}`.execute(q);
    for (const row of rows) {
      const post =
        row.post === null || row.author === null ? null : { id: row.post, author: readPerson(row.author) };
      yield {
        id: row.public_id,
        content: row.content,
        createdAt: time(row.created_at),
        editedAt: timeOrNull(row.edited_at),
        isAnswer: row.thread_id !== null,
        mentions: readMentions(row.mentions),
        photo: row.photo,
        voice: describeVoice({ createdAt: time(row.created_at), voice: readVoice(row.voice) }),
        post,
      };
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return;
  }
}

/** The voices of the viewer's comments, oldest first. */
export const ownSpokenComments = async (
  q: Queries,
  viewer: Viewer,
): Promise<{ createdAt: string; voice: Voice | null }[]> => {
  const { rows } = await sql<{ created_at: number; voice: string | null }>`
    select c.created_at, ${selectVoice('c')} as voice from comments c
    where c.author_id = ${viewer.id} and c.voice_id is not null order by c.id`.execute(q);
  return rows.map((row) => ({ createdAt: time(row.created_at), voice: readVoice(row.voice) }));
};

import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { mailsInMyName } from '../../../contract/mailbox.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import { joinCircles } from '../../access/show/counts.ts';
import { readMentions, selectMentions } from '../../access/show/mentions.ts';
import { readPhotos, selectFrontPhoto } from '../../access/show/photos.ts';
import { readCircles, selectCircles, time } from '../../access/show/present.ts';
import { readVoice, selectVoice } from '../../access/show/voices.ts';
import { bind, col, seesPost } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { shorten } from '../../platform/text/shorten.ts';
import { voiceLine, wordsFor } from '../../words/reader.ts';

const listedForMs = 7 * 24 * 60 * 60_000;
const maxWords = 140;

interface Row {
  taken_at: number;
  /** The same for no two entries that were taken at the same time. */
  entry: number;
  comment: string | null;
  post: string;
  seen: string | null;
  content: string;
  mentions: string | null;
  voice: string | null;
  photo: string | null;
  circles: string | null;
  is_shared: number | boolean;
}

/**
 * Lists what came by mail in the viewer's name in the last 7 days, newest first (LETTERBOX-7): their own moments and comments, which
 * they may take back whether they are still in its circles or not. A moment that they no longer see is not named.
 */
export const listMailsInName = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { cursor, limit: size = limits.pageDefault }: Input<typeof mailsInMyName>,
): Promise<Output<typeof mailsInMyName>> => {
  const list = 'mails in my name';
  const [at, entry] = cursor === undefined ? [] : cursors.open(list, cursor);
  const me = bind(viewer.id);
  const isNext =
    at === undefined || entry === undefined ? sql`` : sql`and (t.taken_at, t.entry) < (${at}, ${entry})`;
  const { rows } = await sql<Row>`
    select t.taken_at, t.entry, said.public_id as comment, p.public_id as post, seen.public_id as seen,
      case when t.comment_id is not null then said.content else p.content end as content,
      case when t.comment_id is not null then ${selectMentions(me, 'comment', col('said.id'), 'seen')}
        else ${selectMentions(me, 'post', col('p.id'), 'p')} end as mentions,
      case when t.comment_id is not null then ${selectVoice('said')} else ${selectVoice('p')} end as voice,
      case when t.comment_id is null then ${selectFrontPhoto(me, 'p')} end as photo,
      case when t.comment_id is null then (
        select ${selectCircles(me, col('p.author_id'))} from (select 1) one ${joinCircles(me, col('p.id'))}) end as circles,
      exists (select 1 from post_circles pc where pc.post_id = p.id) as is_shared
    from (select taken_at, post_id, comment_id, coalesce(2 * post_id, 2 * comment_id + 1) as entry from taken_mails
      where user_id = ${viewer.id} and taken_at > ${Date.now() - listedForMs}) t
    left join comments said on said.id = t.comment_id and said.author_id = ${viewer.id}
    join posts p on p.id = said.post_id or (p.id = t.post_id and p.author_id = ${viewer.id})
    left join posts seen on seen.id = p.id and ${seesPost(me, { id: col('seen.id'), author: col('seen.author_id') })}
    where t.entry is not null ${isNext}
    order by t.taken_at desc, t.entry desc limit ${size + 1}`.execute(db.read);
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.taken_at, last.entry));
  const words = wordsFor(viewer);
  return {
    items: page.map((row) => ({
      kind: row.comment === null ? 'post' : 'comment',
      id: row.comment ?? row.post,
      postId: row.seen,
      words:
        shorten(withNames(row.content, readMentions(row.mentions), words.someone).trim(), maxWords) ||
        voiceLine(words, readVoice(row.voice)),
      photo: readPhotos(row.photo)[0] ?? null,
      circles: readCircles(row.circles),
      isTakenBack: row.comment === null && !row.is_shared,
      arrivedAt: time(row.taken_at),
    })),
    nextCursor,
  };
};

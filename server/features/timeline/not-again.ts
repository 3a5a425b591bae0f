import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import { isDay } from '../../../contract/text/taken-day.ts';
import type { NotAgainScope, PutAway } from '../../../contract/timeline.ts';
import { findPost } from '../../access/find/posts.ts';
import { readMentions, selectMentions } from '../../access/show/mentions.ts';
import { readPhotos, selectPhoto } from '../../access/show/photos.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { bind, col, seesPerson, seesPost, seesPostById } from '../../access/rules/sees.ts';
import { photoRefs, seesPhotoById, seesPhotoOfSeenPost } from '../../access/rules/sees-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { publish } from '../../platform/events/hub.ts';
import { invalid, missing } from '../../platform/problem.ts';
import { dayText } from '../../platform/text/days.ts';
import { shorten } from '../../platform/text/shorten.ts';
import { wordsFor } from '../../words/reader.ts';
import { dayTarget } from './this-day.ts';

interface Target {
  scope: NotAgainScope;
  id: string;
}

const onlyId = ([row]: readonly { id: number }[]): number => {
  if (!row) throw missing();
  return row.id;
};

/** A photo of a moment that the viewer sees. @throws missing */
const findPhoto = async ({ q }: Tx, viewer: Viewer, publicId: string): Promise<number> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ id: number }>`
    select i.id from images i where i.public_id = ${publicId} and i.kind = 'photo'
      and ${seesPhotoById(me, col('i.id'))}`.execute(q);
  return onlyId(rows);
};

/** The viewer, or a member of whom the viewer sees a moment or a photo. @throws missing */
const findSharer = async ({ q }: Tx, viewer: Viewer, publicId: string): Promise<number> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.public_id = ${publicId} and (u.id = ${me} or (${seesPerson(me, col('u.id'))} and (
      exists (select 1 from posts p where p.author_id = u.id
        and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })})
      or exists (select 1 from images i join posts p on p.id = i.post_id where i.owner_id = u.id and p.author_id <> u.id
        and ${seesPost(me, { id: col('p.id'), author: col('p.author_id') })}
        and ${seesPhotoOfSeenPost(me, photoRefs('i', 'p'))}))))`.execute(q);
  return onlyId(rows);
};

/** A day `MM-DD`, in leap years too. @throws invalid */
const readDay = (day: string): number => {
  if (!/^\d\d-\d\d$/.test(day) || !isDay(`2024-${day}`)) throw invalid('id', messages.invalid);
  return dayTarget(day);
};

const find = async (tx: Tx, viewer: Viewer, { scope, id }: Target): Promise<number> => {
  if (scope === 'day') return readDay(id);
  if (scope === 'photo') return findPhoto(tx, viewer, id);
  if (scope === 'post') return (await findPost(tx, viewer, id)).id;
  return findSharer(tx, viewer, id);
};

const notify = (tx: Tx, viewer: Viewer): Promise<void> =>
  publish(tx, { kind: 'circle', id: viewer.publicId, to: { members: [viewer.id] } });

/** Puts something away from This day permanently, on all devices. @throws missing, invalid */
export const putAway = (db: Database, viewer: Viewer, target: Target): Promise<void> =>
  db.write(async (tx) => {
    await tx.q
      .insertInto('not_again')
      .values({ user_id: viewer.id, scope: target.scope, target: await find(tx, viewer, target) })
      .onConflict((on) => on.doNothing())
      .execute();
    await notify(tx, viewer);
  });

/** Idempotent. @throws missing, invalid */
export const bringBack = (db: Database, viewer: Viewer, target: Target): Promise<void> =>
  db.write(async (tx) => {
    await tx.q
      .deleteFrom('not_again')
      .where('user_id', '=', viewer.id)
      .where('scope', '=', target.scope)
      .where('target', '=', await find(tx, viewer, target))
      .execute();
    await notify(tx, viewer);
  });

interface PutAwayRow {
  scope: NotAgainScope;
  target: number;
  id: string | null;
  photo: string | null;
  member: string | null;
  day_key: number | null;
  content: string | null;
  mentions: string | null;
  created_at: number | null;
}

const dayOf = ({ scope, target, day_key: dayKey, created_at: createdAt }: PutAwayRow): string | null => {
  if (scope === 'day') return `${String(target).padStart(4, '0').slice(0, 2)}-${String(target).slice(-2)}`;
  if (dayKey !== null) return dayText(Math.floor(dayKey / dayStep));
  return createdAt === null ? null : new Date(createdAt).toISOString().slice(0, 10);
};

const shownCharacters = 100;

/** The first words of a moment, with names in place of mentions. */
const firstWords = (viewer: Viewer, { content, mentions }: PutAwayRow): string | null =>
  content === null
    ? null
    : shorten(
        withNames(content, readMentions(mentions), wordsFor(viewer).exportPage.somebody),
        shownCharacters,
      );

/** Lists the things that the viewer has put away, as far as they still see them. */
export const listPutAway = async (db: Database, viewer: Viewer): Promise<PutAway[]> => {
  const me = bind(viewer.id);
  const { rows } = await sql<PutAwayRow>`
    select away.scope, away.target, coalesce(i.public_id, p.public_id, u.public_id) as id,
      case when i.id is not null then ${selectPhoto('i')} end as photo,
      case when u.id is not null then ${selectPerson(me, 'u')} end as member,
      i.day_key, p.content, ${selectMentions(me, 'post', col('p.id'), 'p')} as mentions, p.created_at
    from not_again away
    left join images i on away.scope = 'photo' and i.id = away.target and ${seesPhotoById(me, col('i.id'))}
    left join posts p on away.scope = 'post' and p.id = away.target and ${seesPostById(me, col('p.id'))}
    left join users u on (away.scope = 'member' and u.id = away.target and ${seesPerson(me, col('u.id'))})
      or (away.scope = 'post' and u.id = p.author_id)
    where away.user_id = ${me} and (away.scope = 'day' or i.id is not null or p.id is not null or u.id is not null)
    order by away.scope, away.target desc limit ${limits.putAwayListed}`.execute(db.read);
  return rows.flatMap((row) => {
    const day = dayOf(row);
    const id = row.scope === 'day' ? day : row.id;
    if (id === null) return [];
    const [photo = null] = readPhotos(row.photo);
    const member = row.member === null ? null : readPerson(row.member);
    return [{ scope: row.scope, id, photo, member, day, words: firstWords(viewer, row) }];
  });
};

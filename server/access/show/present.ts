import { type RawBuilder, sql } from 'kysely';
import type { CircleMark, Member, Person, Post, Question } from '../../../contract/shapes.ts';
import { readPhotos, shownPhotos } from './photos.ts';
import { parsed } from './stored-json.ts';
import { readVoice, selectVoice } from './voices.ts';
import {
  col,
  seesFullProfile,
  seesCircle,
  seesCircleById,
  seesPerson,
  type SqlRef,
  seesPost,
} from '../rules/sees.ts';
import { seesAskerOfSeenPost } from '../rules/sees-questions.ts';
import { leftCircles } from '../readers/why-not-seen.ts';

/**
 * Members and moments as responses show them. The selections know the viewer and apply the name rule (PEOPLE-1), so
 * hidden fields never leave the database. The readers turn the selected rows into the shapes of the contract.
 */

const avatarUrl = (user: string): RawBuilder<string | null> =>
  // A picture of 96 pixels or less has that one variant.
  sql<
    string | null
  >`(select '/uploads/' || picture.public_id || case when picture.width > 96 then '-512' else '-96' end || '.webp'
    from images picture
    where picture.id = ${sql.ref(`${user}.avatar_id`)})`;

const personFields = (user: string) => sql`
  'id', ${sql.ref(`${user}.public_id`)}, 'username', ${sql.ref(`${user}.username`)},
  'firstName', ${sql.ref(`${user}.first_name`)}, 'lastName', ${sql.ref(`${user}.last_name`)},
  'isVerified', ${sql.ref(`${user}.verification_status`)} = 'approved', 'byLetter', ${sql.ref(`${user}.by_letter`)} = 1`;

const personObject = (viewer: SqlRef, user: string) => sql`
  json_object(${personFields(user)},
    'profileImageUrl', case when ${seesFullProfile(viewer, col(`${user}.id`))} then ${avatarUrl(user)} end)`;

/** A person inside another answer, as JSON text. `user` is the alias of a `users` row. */
export const selectPerson = (viewer: SqlRef, user: string): RawBuilder<string> =>
  sql<string>`cast(${personObject(viewer, user)} as text)`;

/** Like `selectPerson`, as those see the member for whom the name rule opens the profile. */
export const selectOpenedPerson = (user: string): RawBuilder<string> => sql<string>`
  cast(json_object(${personFields(user)}, 'profileImageUrl', ${avatarUrl(user)}) as text)`;

const postsSeen = (viewer: SqlRef, author: SqlRef) => sql`(
  select count(*) from posts counted where counted.author_id = ${author}
    and ${seesPost(viewer, { id: col('counted.id'), author: col('counted.author_id') })})`;

/**
 * A member with every field that the name rule opens to the viewer, as JSON text. Counting the posts that the viewer
 * sees costs a look at each of them: lists that show only faces leave the count out (null).
 */
export const selectMember = (viewer: SqlRef, user: string, { counts = true } = {}): RawBuilder<string> => {
  const id = col(`${user}.id`);
  return sql<string>`
    (select cast(case when rule.opened then json_object(${personFields(user)},
        'profileImageUrl', ${avatarUrl(user)},
        'email', case when ${id} = ${viewer} or ${sql.ref(`${user}.email_confirmed_at`)} is not null
          then ${sql.ref(`${user}.email`)} end,
        'bio', ${sql.ref(`${user}.bio`)},
        'createdAt', ${sql.ref(`${user}.created_at`)},
        'postsCount', ${counts ? postsSeen(viewer, id) : sql`null`})
      else json_object(${personFields(user)}) end as text)
    from (select ${seesFullProfile(viewer, id)} as opened) rule)`;
};

const markFields = sql`json_object('id', c.public_id, 'name', c.name, 'color', c.color)`;

/** A circle's mark, as JSON text. Its row is `c`. */
export const selectMark = (): RawBuilder<string> => sql<string>`cast(${markFields} as text)`;

/** The circles of posts that the viewer may know of (SIGHT-5), as JSON text. Aggregates the rows of `joinCircles`. */
const selectMarks = (
  viewer: SqlRef,
  author: SqlRef,
  mark: RawBuilder<unknown>,
): RawBuilder<string | null> => {
  const circle = { id: col('c.id'), kind: sql.ref<string>('c.kind'), owner: col('c.owner_id') };
  return sql<string | null>`
    cast(json_group_array(${mark} order by c.name, c.id) filter (where c.id is not null
      and (${author} = ${viewer} or ${seesCircle(viewer, circle, sql`m.user_id is not null`)})) as text)`;
};

export const selectCircles = (viewer: SqlRef, author: SqlRef): RawBuilder<string | null> =>
  selectMarks(viewer, author, markFields);

/** Like `selectCircles`, as pairs of key and revision. */
export const selectCircleRevisions = (viewer: SqlRef, author: SqlRef): RawBuilder<string | null> =>
  selectMarks(viewer, author, sql`json_array(c.id, c.revision)`);

/**
 * The members whom a post leaves out and whom the viewer, its author, sees, as JSON text. Leaving letters out of a circle
 * that the author has left names nobody in it (docs/decisions/0028).
 */
export const selectHiddenFrom = (viewer: SqlRef, post: SqlRef): RawBuilder<string | null> => sql<
  string | null
>`
  (select cast(json_group_array(${personObject(viewer, 'u')} order by u.search_text, u.id) as text)
   from post_hidden_from hidden join users u on u.id = hidden.user_id
   where hidden.post_id = ${post} and ${seesPerson(viewer, col('u.id'))}
     and (u.by_letter = 0 or not exists (${leftCircles(viewer, post)}) or exists (
       select 1 from post_circles placed join circle_members inside on inside.circle_id = placed.circle_id
       where placed.post_id = ${post} and inside.user_id = u.id
         and ${seesCircleById(viewer, col('placed.circle_id'))})))`;

/** The question that a post answers, as JSON text, while its asker has an account. `post` aliases a row with both columns. */
export const selectQuestion = (viewer: SqlRef, post: string): RawBuilder<string | null> => {
  const [question, asker] = [sql.ref(`${post}.question`), col(`${post}.question_by`)];
  return sql<
    string | null
  >`case when ${question} is null then null else (select cast(json_object('words', ${question}, 'askedBy', ${personObject(viewer, 'asker')}) as text)
      from users asker where asker.id = ${asker} and ${seesAskerOfSeenPost(viewer, col('asker.id'))}) end`;
};

/** The circles owned by the viewer that contain a member, as JSON text. `user` is the alias of a `users` row. */
export const selectOwnCircles = (viewer: SqlRef, user: string): RawBuilder<string | null> => sql<
  string | null
>`
  (select cast(json_group_array(json_object('id', mark.public_id, 'name', mark.name, 'color', mark.color)) as text)
   from (select c.public_id, c.name, c.color from circles c
     join circle_members inside on inside.circle_id = c.id and inside.user_id = ${sql.ref(`${user}.id`)}
     where c.owner_id = ${viewer} order by c.name, c.id) mark)`;

/** The fields of a post that are the same for everybody, without photos, as JSON text. `post` aliases a `posts` row. */
export const selectPostPart = (post: string): RawBuilder<string> => {
  const field = (name: string) => sql.ref(`${post}.${name}`);
  return sql<string>`
  cast(json_object('id', ${field('public_id')}, 'content', ${field('content')},
    'createdAt', ${field('created_at')}, 'editedAt', ${field('edited_at')},
    'kind', ${field('kind')}, 'title', ${field('title')}, 'adds', ${field('adds')},
    'voice', ${selectVoice(post)},
    'photosCount', (select count(*) from images i where i.post_id = ${field('id')})) as text)`;
};

export const time = (epochMs: number): string => new Date(epochMs).toISOString();
export const timeOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : time(epochMs);

type Stored<T> = { [K in keyof T]?: unknown } & Pick<Person, 'id' | 'username' | 'firstName' | 'lastName'>;
interface StoredMember extends Stored<Member> {
  profileImageUrl?: string | null;
  email?: string | null;
  bio?: string;
  createdAt?: number;
  postsCount?: number | null;
}

const personFrom = (stored: StoredMember): Person => ({
  id: stored.id,
  username: stored.username,
  firstName: stored.firstName,
  lastName: stored.lastName,
  profileImageUrl: stored.profileImageUrl ?? null,
  isVerified: Boolean(stored.isVerified),
  byLetter: Boolean(stored.byLetter),
});

export const readPerson = (json: string): Person => personFrom(parsed(json));

export const readMember = (json: string): Member => {
  const stored: StoredMember = parsed(json);
  return {
    ...readPerson(json),
    email: stored.email ?? null,
    bio: stored.bio ?? null,
    postsCount: stored.postsCount ?? null,
    createdAt: stored.createdAt === undefined ? null : time(stored.createdAt),
  };
};

export const readKeys = (json: string | null): number[] => parsed(json ?? '[]');

export const readCircleRevisions = (json: string | null): [id: number, revision: number][] =>
  parsed(json ?? '[]');

/** @param json null for everybody but the author */
export const readHiddenFrom = (json: string | null): { hiddenFrom?: Person[] } =>
  json === null ? {} : { hiddenFrom: parsed<StoredMember[]>(json).map(personFrom) };

export const readQuestion = (json: string | null): Question | null => {
  if (json === null) return null;
  const { words, askedBy } = parsed<{ words: string; askedBy: StoredMember }>(json);
  return { words, askedBy: personFrom(askedBy) };
};

export const readCircles = (json: string | null): CircleMark[] => parsed(json ?? '[]');

interface StoredPostPart {
  id: string;
  content: string;
  createdAt: number;
  editedAt: number | null;
  kind: Post['kind'];
  title: string | null;
  adds: Post['adds'];
  /** JSON. */
  voice: string | null;
  photosCount: number;
}

/** The fields of a post that are the same for everybody. */
export const readPostPart = (json: string, photos: string | null) => {
  const { createdAt, editedAt, photosCount, voice, ...stored } = parsed<StoredPostPart>(json);
  return {
    ...stored,
    ...shownPhotos(stored.kind, readPhotos(photos)),
    voice: readVoice(voice),
    photosCount,
    createdAt: time(createdAt),
    editedAt: timeOrNull(editedAt),
  };
};

export const readMark = (json: string): CircleMark => parsed(json);

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createServer } from '../../../server/app.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { openSqlite } from '../../../server/platform/db/sqlite.ts';
import { createLog } from '../../../server/platform/log.ts';
import { newId } from '../../../server/platform/text/ids.ts';
import { hashPassword } from '../../../server/features/auth/password.ts';
import { readSettings } from '../../../server/settings.ts';
import { emptyFolder } from '../databases.ts';
import { type Figure, time } from '../figures.ts';
import { fillSqlite } from '../filler.ts';
import { cookieOf, renewSessions } from '../sessions.ts';

const memberCount = 1_000;
const postCount = 700;
const photosPerPost = 15;
const likesPerPost = 86;
const owner = 1;
/** Likes every moment of another circle. */
const liker = 2;
const likedPosts = 20_000;
const answersToAlbum = 1_000;
/** Comments on one moment, half of them answers to the other half. */
const talkedAbout = 20_000;
const admin = 4;
const password = 'lemon-tart-at-noon';
const budget = { atMost: 50, unit: 'ms' };
const began = Date.UTC(2026, 0, 1);

interface Filled {
  circle: string;
  /** With 500 photos, a like of everybody, and 1,000 comments. */
  album: string;
  /** With 20,000 comments. */
  moment: string;
  /** Likes 20,000 moments. */
  liker: string;
}

/**
 * Member 1 owns a circle of 1,000 members with 700 moments, 10,500 photos and 60,200 likes, and an album. Member 2 likes
 * 20,000 moments of member 3.
 */
const fill = async (dataDir: string): Promise<Filled> => {
  const empty = openSqlite(dataDir);
  await migrate(empty);
  await empty.close();
  const hash = await hashPassword(password, { memory: 8, passes: 1, parallelism: 1 });
  const filler = fillSqlite(dataDir);
  const members = Array.from({ length: memberCount }, (_, index) => index + 1);
  const posts = Array.from({ length: postCount }, (_, index) => index + 1);
  const circle = memberCount + 1;
  const [circleId, likerId] = [newId(), newId()];
  await filler.insert(
    'users',
    'id public_id email email_key email_confirmed_at password_hash first_name last_name search_text is_admin verification_status posts_count created_at',
    members.map((id) => {
      const email = `member-${id}@example.org`;
      const name = `Person${id}`;
      const hasPassword = id === owner || id === liker;
      return [
        id,
        id === liker ? likerId : newId(),
        email,
        email,
        began,
        hasPassword ? hash : 'none',
        'Anna',
        name,
        name,
        id === admin ? 1 : 0,
        'approved',
        id === owner ? postCount + 2 : 0,
        began,
      ];
    }),
  );
  await filler.insert(
    'circles',
    'id public_id owner_id kind is_contacts name description color shows_earlier member_count created_at',
    [
      ...members.map((id) => [id, newId(), id, 'private', 1, 'Contacts', '', '#3B82F6', 0, 1, began]),
      [circle, circleId, owner, 'shared', 0, 'Choir', '', '#3B82F6', 1, memberCount, began],
    ],
  );
  await filler.insert('circle_members', 'circle_id user_id priority sees_after_post_id added_by added_at', [
    ...members.map((id) => [id, id, 0, 0, id, began]),
    ...members.map((id) => [circle, id, 0, 0, owner, began]),
  ]);
  await filler.insert(
    'posts',
    'id public_id author_id content likes_count comments_count created_at',
    posts.map((id) => [id, newId(), owner, `Moment ${id}`, likesPerPost, 0, began + id]),
  );
  await filler.insert(
    'post_circles',
    'circle_id post_id author_id likes_count comments_count popularity',
    posts.map((id) => [circle, id, owner, likesPerPost, 0, id]),
  );
  const likers = (post: number) =>
    Array.from({ length: likesPerPost }, (_, at) => 2 + ((post * 31 + at) % (memberCount - 1)));
  await filler.insert(
    'likes',
    'post_id user_id created_at',
    posts.flatMap((post) => likers(post).map((user) => [post, user, began])),
  );
  await filler.insert(
    'like_circles',
    'post_id user_id circle_id',
    posts.flatMap((post) => likers(post).map((user) => [post, user, circle])),
  );
  await filler.insert(
    'images',
    'public_id owner_id kind post_id position width height placeholder variants bytes created_at',
    posts.flatMap((post) =>
      Array.from({ length: photosPerPost }, (_, at) => [
        newId(),
        owner,
        'post',
        post,
        at,
        100,
        100,
        '',
        '[]',
        1,
        began,
      ]),
    ),
  );
  const album = postCount + 1;
  const [albumId, past] = [newId(), circle + 1];
  const others = members.filter((id) => id !== owner);
  const liked = Array.from({ length: likedPosts }, (_, at) => album + 1 + at);
  await filler.insert(
    'circles',
    'id public_id owner_id kind is_contacts name description color shows_earlier member_count created_at',
    [[past, newId(), 3, 'shared', 0, 'Past', '', '#3B82F6', 1, 2, began]],
  );
  await filler.insert(
    'circle_members',
    'circle_id user_id priority sees_after_post_id added_by added_at',
    [liker, 3].map((id) => [past, id, 0, 0, 3, began]),
  );
  await filler.insert('posts', 'id public_id author_id content likes_count comments_count created_at', [
    [album, albumId, owner, 'The album', others.length, answersToAlbum, began + album],
    ...liked.map((id) => [id, newId(), 3, `Moment ${id}`, 1, 0, began + id]),
  ]);
  await filler.insert('post_circles', 'circle_id post_id author_id likes_count comments_count popularity', [
    [circle, album, owner, others.length, answersToAlbum, album],
    ...liked.map((id) => [past, id, 3, 1, 0, id]),
  ]);
  await filler.insert('likes', 'post_id user_id created_at', [
    ...others.map((id) => [album, id, began]),
    ...liked.map((id) => [id, liker, began]),
  ]);
  await filler.insert('like_circles', 'post_id user_id circle_id', [
    ...others.map((id) => [album, id, circle]),
    ...liked.map((id) => [id, liker, past]),
  ]);
  const [moment, momentId] = [album + likedPosts + 1, newId()];
  await filler.insert('posts', 'id public_id author_id content likes_count comments_count created_at', [
    [moment, momentId, owner, 'The moment', 0, talkedAbout, began + moment],
  ]);
  await filler.insert('post_circles', 'circle_id post_id author_id likes_count comments_count popularity', [
    [circle, moment, owner, 0, talkedAbout, moment],
  ]);
  const comments = Array.from({ length: answersToAlbum + talkedAbout }, (_, at) => at + 1);
  const firstAnswer = answersToAlbum + talkedAbout / 2;
  const comment = (id: number) => [
    id,
    newId(),
    id > answersToAlbum ? moment : album,
    2 + (id % 900),
    'Lovely',
    began + id,
  ];
  const columns = 'id public_id post_id author_id content created_at';
  await filler.insert('comments', columns, comments.slice(0, firstAnswer).map(comment));
  await filler.insert(
    'comments',
    `${columns} thread_id`,
    comments.slice(firstAnswer).map((id) => [...comment(id), id - talkedAbout / 2]),
  );
  await filler.insert(
    'comment_circles',
    'comment_id circle_id',
    comments.map((id) => [id, circle]),
  );
  await filler.insert(
    'images',
    'public_id owner_id kind post_id position width height placeholder variants bytes created_at',
    Array.from({ length: 500 }, (_, at) => [newId(), owner, 'post', album, at, 100, 100, '', '[]', 1, began]),
  );
  await filler.close();
  const db = openSqlite(dataDir);
  await renewSessions(db);
  await db.close();
  return { circle: circleId, album: albumId, moment: momentId, liker: likerId };
};

const measured = async (
  what: string,
  url: (filled: Filled) => string,
  {
    by = owner,
    method = 'DELETE',
    payload = {},
  }: { by?: number; method?: 'DELETE' | 'PUT'; payload?: object } = {},
): Promise<Figure> => {
  const folder = emptyFolder();
  const filled = await fill(folder.dataDir);
  const settings = readSettings({ PORT: '0', DATA_DIR: folder.dataDir, RATE_LIMIT_FACTOR: '0' });
  const circle = await createServer(settings, createLog('silent'), { webFolder: folder.dataDir });
  await circle.listen();
  try {
    await circle.http.inject({ method: 'GET', url: '/api/circles', headers: { cookie: cookieOf(by) } });
    await circle.context.jobs.idle();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    // The first and the last turn count only if the monitor has seen their beginning and their end.
    await setTimeout(10);
    const answer = await circle.http.inject({
      method,
      url: url(filled),
      headers: { cookie: cookieOf(by) },
      ...(Object.keys(payload).length > 0 && { payload }),
    });
    await circle.context.jobs.idle();
    await setTimeout(10);
    delay.disable();
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`);
    // Nanoseconds.
    const longestMs = delay.max / 1_000_000;
    return { what, floor: '', value: time(longestMs * 1_000), judged: longestMs, budget };
  } finally {
    await circle.close();
    folder.remove();
  }
};

/** The longest time for which a deletion keeps everybody waiting. */
export const deletions = async (): Promise<Figure[]> => [
  await measured(
    'Longest block while a circle of 1,000 people is deleted',
    ({ circle }) => `/api/circles/${circle}`,
  ),
  await measured('Longest block while its owner’s account is deleted', () => '/api/user', {
    payload: { password },
  }),
  await measured(
    'Longest block while the account of a member with 20,000 likes is deleted',
    () => '/api/user',
    {
      by: liker,
      payload: { password },
    },
  ),
  await measured(
    'Longest block while an album of 500 photos, 999 likes and 1,000 comments is deleted',
    ({ album }) => `/api/posts/${album}`,
  ),
  await measured(
    'Longest block while a moment with 20,000 comments is deleted',
    ({ moment }) => `/api/posts/${moment}`,
  ),
  await measured(
    'Longest block while a member with 20,000 likes is banned',
    (filled) => `/api/admin/members/${filled.liker}`,
    { by: admin, method: 'PUT', payload: { action: 'ban' } },
  ),
];

import pg from 'pg';
import { termsOf } from '../../server/features/search/terms.ts';
import { dayStep } from '../../server/platform/db/schema/photos.ts';
import { popularityStep } from '../../server/platform/db/schema/posts.ts';
import { hashOf } from '../../server/platform/text/ids.ts';

/** Posts of each member; a million members have a hundred million. */
export const postsOfMember = 100;
/** Each member owns two circles of fifteen, Contacts and another, and so is in thirty. */
const circlesOfMember = 2;
const inCircle = 15;
/** A day, in days since 0001-01-01. */
const firstDay = 739_000;
const sentence = 'Walked the long way home along the river, twelve kilometres and one heron. No.';

export const tokenOf = (member: number): string => `growth-${member}`;

// A hash instead of random numbers: the same member and post each time, without a lookup.
const drawn = (text: string): string => `(hashint8extended(${text}, 14) & 1073741823)`;

/** The key of the member at a position in a circle. Position 0 is the owner. */
const memberAt = (circle: string, place: string, members: number): string =>
  `(case when ${place} = 0 then 1 + (${circle} - 1) % ${members}
    else 1 + (${circle} - 1 + 1 + ${drawn(`${circle} * 16 + ${place}`)} % ${Math.max(members - 1, 1)}) % ${members} end)`;

const statementsFor = (members: number): string[] => {
  const posts = members * postsOfMember;
  const circles = members * circlesOfMember;
  const circleOf = `1 + ${drawn('p')} % ${circles}`;
  const at = '1767225600000 + p';
  const day = `(${firstDay} + p % 3650)`;
  const terms = termsOf([sentence], 100)
    .map((term) => `'${term}'`)
    .join(', ');
  const likesOf = '(case when p % 2 = 0 then 2 else 0 end)';
  const commentsOf = '(case when p % 5 < 3 then 1 else 0 end)';
  return [
    `insert into users (id, public_id, email, email_key, email_confirmed_at, password_hash, username, first_name, last_name,
       search_text, is_admin, verification_status, posts_count, created_at)
     select i, md5('u' || i), 'm' || i || '@example.org', 'm' || i || '@example.org', 1, 'none', 'person' || i,
       'Ada' || i % 997, 'Brandt ' || i, 'ada' || i % 997 || ' brandt ' || i || ' person' || i, 0, 'approved',
       ${postsOfMember}, 1 from generate_series(1, ${members}) i`,
    `insert into circles (id, public_id, owner_id, kind, is_contacts, name, description, color, shows_earlier,
       member_count, created_at)
     select c, md5('c' || c), 1 + (c - 1) % ${members}, 'shared', (c <= ${members})::int, 'Circle ' || c, '', '#3B82F6', 1,
       ${inCircle}, 1 from generate_series(1, ${circles}) c`,
    `insert into circle_members (circle_id, user_id, priority, sees_after_post_id, added_by, added_at)
     select c, ${memberAt('c', 'k', members)}, k % 10, 0, 1 + (c - 1) % ${members}, 1
     from generate_series(1, ${circles}) c, generate_series(0, ${inCircle - 1}) k on conflict do nothing`,
    `create unlogged table drawn as select p, c, ${memberAt('c', `${drawn('p + 7')} % ${inCircle}`, members)} as author,
       ${likesOf} as likes, ${commentsOf} as comments
     from (select p, ${circleOf} as c from generate_series(1, ${posts}) p) d`,
    `insert into posts (id, public_id, author_id, content, likes_count, comments_count, created_at)
     select p, md5('p' || p), author, '${sentence} ' || p,
       likes, comments, ${at} from drawn order by p`,
    `insert into post_circles (circle_id, post_id, author_id, comments_count, likes_count, popularity)
     select c, p, author, comments, likes, (likes + comments) * ${popularityStep} + p from drawn
     union all select author, p, author, 0, 0, (likes + comments) * ${popularityStep} + p from drawn where p % 3 = 0 and c <> author`,
    `insert into likes (post_id, user_id, created_at)
     select p, ${memberAt('c', 'k', members)}, ${at} from drawn, generate_series(1, 2) k where likes > 0
     on conflict do nothing`,
    `insert into like_circles (post_id, user_id, circle_id)
     select l.post_id, l.user_id, d.c from likes l join drawn d on d.p = l.post_id
     join circle_members m on m.circle_id = d.c and m.user_id = l.user_id`,
    `insert into comments (id, public_id, post_id, author_id, content, created_at)
     select p, md5('m' || p), p, ${memberAt('c', '3', members)}, 'Does anybody still have the key of the boat house?', ${at}
     from drawn where comments > 0`,
    `insert into comment_circles (comment_id, circle_id) select p, c from drawn where comments > 0`,
    `insert into images (id, public_id, owner_id, kind, post_id, position, width, height, placeholder, variants, bytes,
       taken_day, day_key, created_at)
     select p, md5('i' || p), author, 'photo', p, 0, 2048, 1536, 'IQgGDYJoZ4iAd3iIeIiIh3d4d4B3CIcA',
       '[{"name":"480","width":480},{"name":"1080","width":1080},{"name":"2048","width":2048}]', 500000,
       ${day}, ${day} * ${dayStep} + p, ${at}
     from drawn where p % 3 = 1`,
    `insert into circle_photos (circle_id, day_key, image_id, post_id)
     select s.circle_id, i.day_key, i.id, i.post_id from images i join post_circles s on s.post_id = i.post_id`,
    // A place is a circle, or an author with a minus (`ofAuthor`). In its order, so that its index grows at one end.
    `insert into post_search (place, word, post_id)
     select place, word, p from drawn d
     cross join lateral (select c as place union select -author union select author where p % 3 = 0) places
     cross join lateral (select unnest(array[${terms}]) as word union all select p::text) words order by 1, 2, 3`,
    // Older notifications are deleted, so their number grows only with the number of members.
    `insert into notifications (public_id, user_id, kind, group_key, actor_id, post_id, is_read, created_at)
     select md5('n' || p), author, 'like', 'like ' || p, ${memberAt('c', '1', members)}, p, 1, ${at}
     from drawn where likes > 0 and p > ${posts * 0.6}`,
    `insert into sessions (public_id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
     select md5('s' || i), case when i > 200 then md5('t' || i) else '' || i end, i, 'growth', 1, 9000000000000, 9000000000000
     from generate_series(1, ${members}) i`,
    ...Array.from(
      { length: Math.min(members, 200) },
      (_, index) =>
        `update sessions set token_hash = '${hashOf(tokenOf(index + 1))}' where user_id = ${index + 1}`,
    ),
    'drop table drawn',
    ...['users', 'circles', 'posts', 'comments', 'images'].map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ),
  ];
};

/** Fills an empty schema in bulk and rebuilds its indexes afterwards. */
export const fillGrown = async (url: string, members: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // References are correct by construction, so foreign keys are not checked while filling.
    await client.query(`set session_replication_role = replica`);
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'`);
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where schemaname = 'public' and indexdef not like '%UNIQUE%'`,
    );
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    for (const statement of statementsFor(members)) await client.query(statement);
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
};

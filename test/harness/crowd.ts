import { sql } from 'kysely';
import type { Database } from '../../server/platform/db/database.ts';
import { popularityStep } from '../../server/platform/db/schema/posts.ts';
import { dayStep } from '../../server/platform/db/schema/photos.ts';

/** The numbers of rows in the tables that grow with the community. */
export const crowd = {
  users: 4_000,
  sessions: 4_000,
  circles: 5_000,
  circle_members: 20_000,
  posts: 20_000,
  post_circles: 20_000,
  images: 3_000,
  circle_photos: 3_000,
  comments: 10_000,
  comment_circles: 10_000,
  likes: 10_000,
  like_circles: 10_000,
  notifications: 8_000,
} as const;

type Grown = keyof typeof crowd;

/** Generated keys start at this number, so that members made by a test come before them. */
const first = 1_000;

// `i` counts from 0. Strides are primes, so that neighbours in one table are not neighbours in another.
const columns: Record<Grown, Record<string, string>> = {
  users: {
    id: `${first} + i`,
    public_id: `'u' || i`,
    email: `'m' || i || '@crowd.example.org'`,
    email_key: `'m' || i || '@crowd.example.org'`,
    email_confirmed_at: '1',
    password_hash: `'x'`,
    first_name: `'First' || i`,
    last_name: `'Last' || (i * 7919 % 4000)`,
    search_text: `'first' || i || ' last' || (i * 7919 % 4000)`,
    is_admin: '0',
    verification_status: `'approved'`,
    created_at: 'i',
  },
  sessions: {
    id: `${first} + i`,
    public_id: `'s' || i`,
    token_hash: `'t' || i`,
    user_id: `${first} + i`,
    device: `'x'`,
    created_at: '1',
    last_seen_at: '1',
    expires_at: '9000000000000',
  },
  circles: {
    id: `${first} + i`,
    public_id: `'c' || i`,
    owner_id: `${first} + i % 4000`,
    kind: `'shared'`,
    name: `'Circle ' || i`,
    description: `''`,
    color: `'#336699'`,
    shows_earlier: '1',
    member_count: '4',
    created_at: '1',
  },
  circle_members: {
    circle_id: `${first} + i / 4`,
    user_id: `${first} + (i / 4 + (i % 4) * 397) % 4000`,
    priority: '0',
    sees_after_post_id: '0',
    added_by: `${first} + i / 4 % 4000`,
    added_at: '1',
  },
  posts: {
    id: `${first} + i`,
    public_id: `'p' || i`,
    author_id: `${first} + (i * 31) % 5000 % 4000`,
    content: `'Moment ' || i`,
    comments_count: '1',
    likes_count: '1',
    created_at: 'i',
  },
  post_circles: {
    circle_id: `${first} + (i * 31) % 5000`,
    post_id: `${first} + i`,
    author_id: `${first} + (i * 31) % 5000 % 4000`,
    comments_count: '1',
    likes_count: '1',
    popularity: `2 * ${popularityStep} + ${first} + i`,
  },
  images: {
    id: `${first} + i`,
    public_id: `'i' || i`,
    owner_id: `${first} + (i * 31) % 5000 % 4000`,
    kind: `'photo'`,
    post_id: `${first} + i`,
    position: '0',
    width: '600',
    height: '400',
    placeholder: `''`,
    variants: `'[]'`,
    bytes: '1000',
    created_at: '1',
    added_at: '1',
    day_key: `(733000 + i) * ${dayStep} + ${first} + i`,
  },
  circle_photos: {
    circle_id: `${first} + (i * 31) % 5000`,
    day_key: `(733000 + i) * ${dayStep} + ${first} + i`,
    image_id: `${first} + i`,
    post_id: `${first} + i`,
  },
  comments: {
    id: `${first} + i`,
    public_id: `'k' || i`,
    post_id: `${first} + i`,
    author_id: `${first} + (i * 31) % 5000 % 4000`,
    content: `'Said ' || i`,
    created_at: 'i',
  },
  comment_circles: { comment_id: `${first} + i`, circle_id: `${first} + (i * 31) % 5000` },
  like_circles: {
    post_id: `${first} + i`,
    user_id: `${first} + (i * 31) % 5000 % 4000`,
    circle_id: `${first} + (i * 31) % 5000`,
  },
  likes: { post_id: `${first} + i`, user_id: `${first} + (i * 31) % 5000 % 4000`, created_at: 'i' },
  notifications: {
    id: `${first} + i`,
    public_id: `'n' || i`,
    user_id: `${first} + (i % 2000)`,
    kind: `'like'`,
    group_key: `'like ' || i`,
    actor_id: `${first} + (i + 1) % 2000`,
    post_id: `${first} + i`,
    is_read: 'i % 2',
    created_at: 'i',
  },
};

/** Lets the keys of later rows follow those that were inserted, as they always do on SQLite. */
export const continueKeys = async (db: Database): Promise<void> => {
  if (db.dialect.name !== 'postgres') return;
  for (const table of Object.keys(crowd)) {
    if (!('id' in columns[table as Grown])) continue;
    const name = sql.table(table);
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${name}))`.execute(
      db.read,
    );
  }
};

/** Fills the tables that grow, like a community of some thousand members. */
export const fillWithCrowd = async (db: Database): Promise<void> => {
  const isPostgres = db.dialect.name === 'postgres';
  await db.write(async ({ q }) => {
    // Every row refers to existing rows; checking each foreign key would take most of the time.
    if (isPostgres) await sql`set local session_replication_role = replica`.execute(q);
    for (const [table, rows] of Object.entries(crowd)) {
      const named = Object.entries(columns[table as Grown]);
      await sql
        .raw(
          `insert into ${table} (${named.map(([name]) => name).join(', ')})
           with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1})
           select ${named.map(([, value]) => value).join(', ')} from n`,
        )
        .execute(q);
    }
  });
  await continueKeys(db);
  // PostgreSQL analyzes tables automatically at intervals; SQLite plans by its indexes.
  if (isPostgres) await sql`analyze`.execute(db.read);
};

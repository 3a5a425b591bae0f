import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { queueOnly } from '../../platform/jobs/queue-only.ts';
import { termsOf, withoutMentions } from './terms.ts';

/** Posts in one transaction, so that other writes wait only for milliseconds. */
const batchSize = 50;

/** Terms of one post at most, of all its places together; and of one transaction, beyond those of its last post. */
const maxTerms = 20_000;

/**
 * The place of an author's own posts, and of the posts of a circle, in the index. Each term is stored once for each place
 * of its post, so that a search in some places touches nothing of others.
 */
export const ofAuthor = (key: number): number => -key;
export const ofCircle = (key: number): number => key;

interface IndexedRow {
  id: number;
  author_id: number;
  content: string;
  title: string | null;
  /** JSON lists. */
  captions: string | null;
  voice_words: string | null;
  circles: string | null;
}

const strings = (json: string | null): string[] => {
  const parsed: unknown = JSON.parse(json ?? '[]');
  return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry === 'string') : [];
};

const numbers = (json: string | null): number[] => {
  const parsed: unknown = JSON.parse(json ?? '[]');
  return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry === 'number') : [];
};

// Without positions: the texts of the posts that are found are compared anyway.
const insertTerms = (
  { dialect }: Tx,
  post: number,
  terms: readonly string[],
  places: readonly number[],
): RawBuilder<unknown> => {
  const [keys, words] = [sql`${JSON.stringify(places)}`, sql`${JSON.stringify(terms)}`];
  return sql`
    insert into post_search (place, word, post_id)
    select place.value, word.value, ${post} from ${dialect.pick({
      sqlite: sql`json_each(${keys}) place, json_each(${words}) word`,
      postgres: sql`(select cast(value as bigint) as value from json_array_elements_text(cast(${keys} as json))) place,
        json_array_elements_text(cast(${words} as json)) word`,
    })}`;
};

/** How many of a member's newest posts, and of their newest photos, count as shared just before a search. */
const maxOwn = 500;

/** The queued posts that a member shared, or to which they added photos. */
const queuedOf = (member: number): RawBuilder<unknown> => sql`
  select post_id from post_search_queue where post_id in (
    select id from (select id from posts where author_id = ${member} order by id desc limit ${sql.lit(maxOwn)}) own
    union all
    select post_id from (
      select post_id from images where owner_id = ${member} order by id desc limit ${sql.lit(maxOwn)}) added
    where post_id is not null)`;

/** Takes some posts out of the queue. Other nodes take others, but wait for those of one member. @returns their keys, the newest first */
const takeSome = async ({ q, dialect }: Tx, member: number | null): Promise<number[]> => {
  const queued = member === null ? sql`select post_id from post_search_queue` : queuedOf(member);
  const locked = member === null ? sql`for update skip locked` : sql`for update`;
  const { rows } = await sql<{ post_id: number }>`
    delete from post_search_queue where post_id in (
      ${queued} order by post_id desc limit ${sql.lit(batchSize)} ${dialect.pick({ sqlite: sql``, postgres: locked })})
    returning post_id`.execute(q);
  return rows.map((row) => row.post_id).toSorted((one, other) => other - one);
};

const putBack = async ({ q }: Tx, posts: readonly number[]): Promise<void> => {
  const values = sql.join(posts.map((post) => sql`(${post})`));
  await sql`insert into post_search_queue (post_id) values ${values} on conflict do nothing`.execute(q);
};

const indexBatch = async (tx: Tx, member: number | null): Promise<number> => {
  const taken = await takeSome(tx, member);
  if (taken.length === 0) return 0;
  const { rows } = await sql<IndexedRow>`
    select p.id, p.author_id, p.content, p.title,
      (select cast(json_group_array(i.alt) as text) from images i where i.post_id = p.id and i.alt is not null) as captions,
      (select voice.alt from images voice where voice.id = p.voice_id) as voice_words,
      (select cast(json_group_array(pc.circle_id) as text) from post_circles pc where pc.post_id = p.id) as circles
    from posts p where p.id in (${sql.join(taken)})`.execute(tx.q);
  const posts = new Map(rows.map((row) => [row.id, row]));
  let written = 0;
  for (const [at, post] of taken.entries()) {
    if (written >= maxTerms) {
      await putBack(tx, taken.slice(at));
      break;
    }
    await sql`delete from post_search where post_id = ${post}`.execute(tx.q);
    const row = posts.get(post);
    if (!row) continue;
    const texts = [
      row.title ?? '',
      withoutMentions(row.content),
      row.voice_words ?? '',
      ...strings(row.captions),
    ];
    const places = [ofAuthor(row.author_id), ...numbers(row.circles).map(ofCircle)];
    const terms = termsOf(texts, Math.floor(maxTerms / places.length));
    written += terms.length * places.length;
    if (terms.length > 0) await insertTerms(tx, row.id, terms, places).execute(tx.q);
  }
  return taken.length;
};

const isQueueEmpty = async ({ read }: Pick<Database, 'read'>): Promise<boolean> => {
  const { rows } = await sql`select 1 from post_search_queue limit 1`.execute(read);
  return rows.length === 0;
};

/** The kind of the job that makes the terms of all queued posts. */
export const indexing = 'index-posts';

/** Queues that job if a post is queued. */
export const queueIndexing = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): Promise<void> => {
  if (!(await isQueueEmpty(db))) await db.write((tx) => queueOnly(jobs, tx, indexing));
};

/**
 * Makes the terms of queued posts, the newest first.
 * @param batches how many batches at most
 */
export const indexPosts = async (
  db: Pick<Database, 'write' | 'read'>,
  batches = Infinity,
  signal?: AbortSignal,
): Promise<void> => {
  for (let done = 0; done < batches && !signal?.aborted; done += 1) {
    if (await isQueueEmpty(db)) return;
    // The rest belongs to transactions that are not committed yet, and to other nodes.
    if ((await db.write((tx) => indexBatch(tx, null))) === 0) return;
    await nextTurn();
  }
};

/** Makes the terms of queued posts that a member shared, however many newer ones wait. */
export const indexPostsOf = async (db: Pick<Database, 'write' | 'read'>, member: number): Promise<void> => {
  for (;;) {
    const { rows } = await sql`${queuedOf(member)} limit 1`.execute(db.read);
    if (rows.length === 0) return;
    await db.write((tx) => indexBatch(tx, member));
    await nextTurn();
  }
};

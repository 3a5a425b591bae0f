import { type RawBuilder, sql } from 'kysely';
import { col, type Predicate, type SqlRef } from '../rules/sees.ts';
import { selectMentions } from './mentions.ts';
import { selectVoice } from './voices.ts';

/** Joins the comment to quote, which the viewer sees, as `said`. Without one, `key` is null. */
export const joinQuoted = (key: RawBuilder<number | null>) =>
  sql`left join comments said on said.id = ${key}`;

/**
 * The words of the comment that `joinQuoted` joined, else of the post, and the members mentioned in them. `post` is the alias
 * of a `posts` row that the viewer sees.
 * @param quotesPost whether the words of the post are wanted
 */
export const selectQuote = (viewer: SqlRef, post: string, quotesPost: Predicate) => ({
  words: sql<string | null>`case when said.id is not null then said.content
    when ${quotesPost} then coalesce(${sql.ref(`${post}.title`)}, ${sql.ref(`${post}.content`)}) end`,
  mentions: sql<string | null>`
    case when said.id is not null then ${selectMentions(viewer, 'comment', col('said.id'), post)}
      when ${quotesPost} then ${selectMentions(viewer, 'post', col(`${post}.id`), post)} end`,
  /** The voice, which may stand without words. */
  voice: sql<string | null>`
    case when said.id is not null then ${selectVoice('said')} when ${quotesPost} then ${selectVoice(post)} end`,
});

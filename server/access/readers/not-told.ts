import { type RawBuilder, sql } from 'kysely';
import type { Delivery } from '../../platform/db/schema/circles.ts';
import { col, isMuted, type Predicate, seesPost, type SqlRef } from '../rules/sees.ts';

/** The memberships `m` with their circle `c` and member `u`, as the predicates below expect them. */
export const memberships = sql`circle_members m join circles c on c.id = m.circle_id join users u on u.id = m.user_id`;

/** The key of the newest post; 0 without posts. As the mark of a membership, all posts until now count as told. */
export const newestPost: RawBuilder<number> = sql<number>`coalesce((select max(id) from posts), 0)`;

/**
 * When the moments of a circle reach a member. Aliases: the membership `m`, its circle `c`, its member `u`. All private
 * circles of others share one choice, and all circles of a mailbox member.
 */
export const deliveryOf: RawBuilder<Delivery> = sql<Delivery>`
  case when u.by_letter = 1 or (c.kind = 'private' and c.owner_id <> m.user_id) then u.shared_delivery else m.delivery end`;

/** The row of `meta` that is there while this place sends no letters. */
export const noLettersKey = 'no_letters';

/**
 * The bell tells the member of new moments soon: who chose _At once_, and who wants letters but has not confirmed an address
 * to which this place could send them. The aliases are those of `deliveryOf`.
 */
export const ringsForMoments: Predicate = sql<boolean>`(${deliveryOf} = 'now' or (
  ${deliveryOf} <> 'never' and u.by_letter = 0 and u.email_confirmed_at is null
  and not exists (select 1 from meta where key = ${sql.lit(noLettersKey)})))`;

/**
 * The members of a run: everybody for whom the bell rings soon where `member` is 0, and else that member, whose hour has come,
 * for the circles that they chose for it. `sunday` is 1 if it is their Sunday.
 */
export const ringsInRun = ({ member, sunday }: { member: SqlRef; sunday: SqlRef }): Predicate => {
  const [who, isSunday] = [sql`cast(${member} as bigint)`, sql`cast(${sunday} as bigint)`];
  return sql<boolean>`((${who} = 0 and ${ringsForMoments}) or (u.id = ${who} and u.by_letter = 0
    and (${deliveryOf} = 'evening' or (${deliveryOf} = 'sunday' and ${isSunday} = 1))))`;
};

/** The member sees the post `pc` through the membership `m`, or another one, and has not muted its author. */
const reachesMember: Predicate = sql<boolean>`(pc.author_id <> m.user_id
  and ${seesPost(col('m.user_id'), { id: col('pc.post_id'), author: col('pc.author_id') })}
  and not ${isMuted(col('m.user_id'), col('pc.author_id'))})`;

/**
 * The post `pc` is in the circle of the membership `m`, its key is at most `until`, and the member was neither told of
 * it nor saw it on screen.
 */
export const isUntold = (until: SqlRef): Predicate => sql<boolean>`(
  pc.circle_id = m.circle_id and pc.post_id <= ${until} and pc.post_id > m.told_post_id
  and not exists (select 1 from told_posts told
    where told.circle_id = m.circle_id and told.user_id = m.user_id and told.post_id = pc.post_id)
  and ${reachesMember})`;

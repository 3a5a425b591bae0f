import { sql } from 'kysely';
import { isUnclaimed, type Predicate, seesCircleById, seesPerson, type SqlRef, col } from './sees.ts';

/**
 * The archive of a circle, by the alias of its row, is open to its member: they see the circle and everybody by whom it
 * holds something, and no moment in it leaves them out (ARCHIVE-4). What left the circle, and a lost membership, have
 * ended the archive in the transaction that did it (`db/baseline/triggers.ts`).
 */
export const seesArchive = (archive: string): Predicate => {
  const viewer: SqlRef = col(`${archive}.user_id`);
  const id = col(`${archive}.id`);
  return sql<boolean>`(
    ${sql.ref(`${archive}.status`)} <> 'ended' and ${sql.ref(`${archive}.expires_at`)} > ${Date.now()}
    and ${seesCircleById(viewer, col(`${archive}.circle_id`))}
    and not exists (select 1 from archive_people held where held.archive_id = ${id} and held.user_id <> ${viewer}
      and (not ${seesPerson(viewer, col('held.user_id'))} or ${isUnclaimed(col('held.user_id'))}))
    and not exists (select 1 from post_hidden_from hides join archive_posts kept on kept.post_id = hides.post_id
      where hides.user_id = ${viewer} and kept.archive_id = ${id}))`;
};

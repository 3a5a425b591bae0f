import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { conflict, invalid } from '../../platform/problem.ts';
import { startFullCopies } from './full-copy.ts';
import { removeUnlessEvidence } from './remove.ts';

interface Replacement {
  /** The key of a photo in a post. */
  old: number;
  /** The id of the uploaded photo that takes its place. */
  by: string;
}

/**
 * Puts an uploaded photo of the viewer in the place of another: its position, day, description and addition
 * (PHOTO-17). The other is deleted as its member deletes it. Requires a locked post and a viewer who added the photo.
 * @returns the key of the photo, and those of the circles that have it
 * @throws conflict for a video, invalid for an upload that is not the viewer's, not there any more, a video, or part of a post
 */
export const replaceImage = async (
  jobs: Jobs,
  tx: Tx,
  viewer: Viewer,
  { old, by }: Replacement,
): Promise<{ id: number; circles: number[] }> => {
  const {
    video_type: film,
    post_id: post,
    day_key: dayKey,
    ...kept
  } = await tx.q
    .selectFrom('images')
    .select([
      'video_type',
      'post_id',
      'day_key',
      'position',
      'alt',
      'added_at',
      'addition_id',
      'taken_day',
      'content_hash',
    ])
    .where('id', '=', old)
    .executeTakeFirstOrThrow();
  if (film) throw conflict(messages.videoStays);
  const placed = await tx.q
    .updateTable('images')
    // The key of the day ends with that of the photo.
    .set({ ...kept, post_id: post, day_key: dayKey === null ? null : sql`${sql.lit(dayKey - old)} + id` })
    .where('public_id', '=', by)
    .where('owner_id', '=', viewer.id)
    .where('kind', '=', 'photo')
    .where('post_id', 'is', null)
    .where('video_type', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!placed) throw invalid('uploadedId', messages.photoGone);
  const { rows } = await sql<{ circle_id: number }>`
    insert into circle_photos (circle_id, day_key, image_id, post_id)
    select there.circle_id, i.day_key, i.id, there.post_id from circle_photos there join images i on i.id = ${placed.id}
    where there.image_id = ${old} returning circle_id`.execute(tx.q);
  await startFullCopies(jobs, tx, [by]);
  await removeUnlessEvidence(jobs, tx, [old]);
  return { id: placed.id, circles: rows.map((row) => row.circle_id) };
};

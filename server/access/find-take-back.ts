import { sql } from 'kysely';
import type { Queries } from '../platform/db/database.ts';
import { missing } from '../platform/problem.ts';
import type { Viewer } from './viewer.ts';

export interface FoundTakeBack {
  id: number;
  postId: number;
  takenFrom: 'everyone' | 'circles' | 'people';
  /** The number of people who lost sight of the post. */
  people: number;
  /** The number of those among them who had an account. */
  accounts: number;
  /** The number of circles that lost it, and that the author had left. */
  leftCircles: number;
  /** Epoch ms, as `takenBackAt`. */
  sharedAt: number;
  takenBackAt: number;
  /** Whether every letter with the post is recorded. */
  lettersRecorded: 0 | 1;
  hasPhotos: 0 | 1;
}

/** Loads a receipt of a post that was taken back; only the post's author sees it. @throws missing */
export const findTakeBack = async (q: Queries, viewer: Viewer, publicId: string): Promise<FoundTakeBack> => {
  const row = await q
    .selectFrom('take_backs as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select([
      't.id',
      't.post_id as postId',
      sql<0 | 1>`case when exists (select 1 from images i where i.post_id = t.post_id) then 1 else 0 end`.as(
        'hasPhotos',
      ),
      't.taken_from as takenFrom',
      't.people_count as people',
      't.accounts_count as accounts',
      't.left_circles as leftCircles',
      'p.created_at as sharedAt',
      't.taken_back_at as takenBackAt',
      'p.letters_recorded as lettersRecorded',
    ])
    .where('t.public_id', '=', publicId)
    .where('p.author_id', '=', viewer.id)
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
};

import { type OpenFrame } from './find.ts';
import { unusedForMs } from '../../access/readers/framers.ts';
import { touchEveryMs, type Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';

/** Ends one of the viewer's frames. @throws missing */
export const endFrame = async (db: Database, viewer: Viewer, publicId: string): Promise<void> => {
  const ended = await db.write(({ q }) =>
    q
      .deleteFrom('frames')
      .where('public_id', '=', publicId)
      .where('user_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!ended) throw missing();
};

/** Whether its use was last noted five minutes ago or earlier. */
export const isUseDue = ({ lastSeenAt }: OpenFrame): boolean => Date.now() - lastSeenAt >= touchEveryMs;

/** Notes that the frame is used, at most every five minutes. */
export const touchFrame = async (db: Database, frame: OpenFrame): Promise<void> => {
  if (!isUseDue(frame)) return;
  await db.write(({ q }) =>
    q.updateTable('frames').set({ last_seen_at: Date.now() }).where('id', '=', frame.id).execute(),
  );
};

/** Deletes frames that nobody has used for 60 days (FRAME-6), and codes that have expired. */
export const sweepFrames = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    const now = Date.now();
    await q
      .deleteFrom('frames')
      .where('last_seen_at', '<=', now - unusedForMs)
      .execute();
    await q.deleteFrom('frame_codes').where('expires_at', '<=', now).execute();
  });

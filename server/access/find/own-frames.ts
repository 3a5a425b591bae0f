import { limits } from '../../../contract/limits.ts';
import type { Frame } from '../../../contract/frames.ts';
import type { Queries } from '../../platform/db/database.ts';
import { type Reader, wordsFor } from '../../words/reader.ts';
import { unusedForMs } from '../readers/framers.ts';
import { bind, col, seesCircleById } from '../rules/sees.ts';
import { time } from '../show/present.ts';
import type { Viewer } from '../viewer.ts';

/** Hours of the frame's own clock between which it is dark. */
export type Night = NonNullable<Frame['night']>;

interface NightRow {
  night_from: number | null;
  night_to: number | null;
}

/** Null for a frame that is never dark. */
export const nightOf = (row: NightRow): Night | null =>
  row.night_from === null || row.night_to === null ? null : { from: row.night_from, to: row.night_to };

/** The viewer's own frames, newest first (FRAME-5). */
export const findOwnFrames = async (
  q: Queries,
  viewer: Pick<Viewer, 'id'> & Reader,
  deviceIn: (words: ReturnType<typeof wordsFor>, device: string) => string,
): Promise<Frame[]> => {
  const rows = await q
    .selectFrom('frames as f')
    .innerJoin('circles as c', 'c.id', 'f.circle_id')
    .select(['f.public_id', 'f.device', 'f.created_at', 'f.last_seen_at', 'f.night_from', 'f.night_to'])
    .select(['c.public_id as circle', 'c.name'])
    .where('f.user_id', '=', viewer.id)
    .where('f.last_seen_at', '>', Date.now() - unusedForMs)
    .where(seesCircleById(bind(viewer.id), col('c.id')))
    .orderBy('f.id', 'desc')
    .limit(limits.frames)
    .execute();
  const words = wordsFor(viewer);
  return rows.map((row) => ({
    id: row.public_id,
    circle: { id: row.circle, name: row.name },
    device: deviceIn(words, row.device),
    createdAt: time(row.created_at),
    lastSeenAt: time(row.last_seen_at),
    night: nightOf(row),
  }));
};

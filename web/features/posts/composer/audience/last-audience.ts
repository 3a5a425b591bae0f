import * as z from 'zod/mini';
import { keep, recall } from '../../../../data/browser-storage.ts';

const Kept = z.object({ owner: z.string(), last: z.array(z.string()), recent: z.array(z.string()) });

/** How many circles are offered before all others. */
const maxRecent = 4;

const readKept = (userId: string) => {
  try {
    const kept = Kept.parse(JSON.parse(recall('audience') ?? ''));
    if (kept.owner === userId) return kept;
  } catch {
    // Nothing is kept, or by an earlier release.
  }
  return { owner: userId, last: [], recent: [] };
};

/** The ids of the circles with which this member shared last in this browser. */
export const lastAudience = (userId: string): readonly string[] => readKept(userId).last;

/** The ids of the circles that this member chose last in this browser, the newest first. */
export const recentCircles = (userId: string): readonly string[] => readKept(userId).recent;

/**
 * Remembers with which circles a member shared. Who was left out is not remembered: the next moment for the same circles
 * would reach them, so after `leftSomeOut` it begins without circles.
 */
export const rememberAudience = (
  userId: string,
  circleIds: readonly string[],
  leftSomeOut: boolean,
): void => {
  const earlier = readKept(userId).recent.filter((id) => !circleIds.includes(id));
  const recent = [...circleIds, ...earlier].slice(0, maxRecent);
  keep('audience', JSON.stringify({ owner: userId, last: leftSomeOut ? [] : circleIds, recent }));
};

import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { upload } from '../../../data/upload.ts';
import { type DailyDraft, dailyKey } from './daily-draft.ts';

/** The title that marks a daily photo. */
const content = 'Daily photo share';

const formOf = (
  { file, name, takenOn, withoutLetters, leftOut, keepsDays }: DailyDraft,
  circleIds: readonly string[],
): FormData => {
  const form = new FormData();
  form.append('content', content);
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (!keepsDays) form.append('keepsDays', 'false');
  else if (takenOn !== null) form.append('takenOn', takenOn);
  form.append('image', file, name);
  return form;
};

const contentsOf = (
  { keptAs, withoutLetters, leftOut, keepsDays }: DailyDraft,
  circleIds: readonly string[],
): string => JSON.stringify([keptAs, circleIds, withoutLetters, leftOut, keepsDays]);

interface Sending {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Shares the daily photo. */
export const sendDaily = (
  draft: DailyDraft,
  circleIds: readonly string[],
  { onProgress, signal }: Sending,
): Promise<Post> =>
  upload(posts.create, formOf(draft, circleIds), onProgress, {
    signal,
    idempotencyKey: dailyKey(contentsOf(draft, circleIds)),
  });

import * as posts from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { upload } from '../../api.ts';
import { type Draft, draftKey } from './draft.ts';

const formOf = (draft: Draft, circleIds: readonly string[]): FormData => {
  const form = new FormData();
  const content = draft.text.trim();
  // The words come before the photos: the server reads the form as it arrives.
  if (content !== '') form.append('content', content);
  form.append('circleIds', JSON.stringify(circleIds));
  if (draft.photos.some(({ alt }) => alt.trim() !== '')) {
    form.append('alts', JSON.stringify(draft.photos.map(({ alt }) => alt.trim())));
  }
  for (const { file, name } of draft.photos) form.append('media', file, name);
  return form;
};

/** Shares the moment; `onProgress` is told how much of it has gone, 0 to 1. */
export const sendDraft = (
  draft: Draft,
  circleIds: readonly string[],
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Post> =>
  upload(posts.create, formOf(draft, circleIds), onProgress, { signal, repeatKey: draftKey() });

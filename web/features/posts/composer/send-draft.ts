import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { api } from '../../../data/api.ts';
import { toContent } from '../../mentions/written.ts';
import { type Draft, draftKey } from './draft.ts';

const formOf = (
  { text, named, photos, withoutLetters, leftOut, keepsDays }: Draft,
  circleIds: readonly string[],
): FormData => {
  const form = new FormData();
  const { content, mentions } = toContent({ text, named });
  if (content !== '') form.append('content', content);
  if (mentions.length > 0) form.append('mentions', JSON.stringify(mentions));
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (photos.length > 0) {
    if (!keepsDays) form.append('keepsDays', 'false');
    form.append('photoIds', JSON.stringify(photos.flatMap(({ uploaded }) => uploaded?.id ?? [])));
  }
  if (photos.some(({ alt }) => alt.trim() !== '')) {
    form.append('alts', JSON.stringify(photos.map(({ alt }) => alt.trim())));
  }
  return form;
};

/** Shares a moment whose photos are all uploaded. */
export const sendDraft = (draft: Draft, circleIds: readonly string[], signal: AbortSignal): Promise<Post> => {
  const form = formOf(draft, circleIds);
  return api(posts.create, form, { signal, idempotencyKey: draftKey(JSON.stringify([...form])) });
};

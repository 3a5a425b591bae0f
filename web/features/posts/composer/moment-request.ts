import * as z from 'zod/mini';
import { AnsweredQuestion } from './stored-drafts.ts';
import { toContent } from '../../mentions/to-content.ts';

const People = z.array(z.object({ id: z.string(), name: z.string() }));

/** A moment as it was written. */
export const MomentInput = z.object({
  text: z.string(),
  named: People,
  circleIds: z.array(z.string()),
  withoutLetters: z.boolean(),
  leftOut: People,
  keepsDays: z.boolean(),
  question: z.optional(AnsweredQuestion),
  /** The descriptions of its photos. */
  alts: z.array(z.string()),
  /** The last item that it needs is its voice. */
  hasVoice: z.optional(z.boolean()),
});

/** The form of a moment with uploaded photos, and its voice last. */
export const momentForm = (moment: z.infer<typeof MomentInput>, uploadedIds: readonly string[]): FormData => {
  const { circleIds, withoutLetters, leftOut, keepsDays, question, alts, hasVoice = false } = moment;
  const photoIds = hasVoice ? uploadedIds.slice(0, -1) : uploadedIds;
  const voiceId = hasVoice ? uploadedIds.at(-1) : undefined;
  const form = new FormData();
  const { content, mentions } = toContent(moment);
  if (content !== '') form.append('content', content);
  if (mentions.length > 0) form.append('mentions', JSON.stringify(mentions));
  form.append('circleIds', JSON.stringify(circleIds));
  if (question) form.append('questionId', question.id);
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (photoIds.length > 0) {
    if (!keepsDays) form.append('keepsDays', 'false');
    form.append('photoIds', JSON.stringify(photoIds));
  }
  if (voiceId !== undefined) form.append('voiceId', voiceId);
  if (alts.some((alt) => alt !== '')) form.append('alts', JSON.stringify(alts));
  return form;
};

import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { words } from '../../../words/words.ts';
import { toContent } from '../../mentions/to-content.ts';
import type { Draft } from './draft.ts';

/** Problems of a draft, by the part of the page that they concern. */
export interface Problems {
  content?: string;
  circles?: string;
  photos?: string;
}

export const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0;

const length = (text: string) => [...text.trim()].length;

/** A problem shown while the member is still writing. */
export const tooLong = (draft: Draft): string | undefined =>
  length(draft.text) > limits.textPost ? messages.textTooLong : undefined;

/** The server refuses a mention of somebody who does not see the moment. */
const mentionedAndLeftOut = (draft: Draft): string | undefined => {
  const { mentions } = toContent(draft);
  const both = draft.leftOut.find(({ id }) => mentions.includes(id));
  return both && words.compose.leftOut.mentioned({ name: both.name });
};

/** Makes the server's checks before the request, with the same messages. */
export const checkDraft = (draft: Draft, alts: readonly string[], voice?: { words: string }): Problems => {
  const isEmpty = draft.text.trim() === '' && alts.length === 0 && !voice;
  const content = isEmpty ? messages.postEmpty : (tooLong(draft) ?? mentionedAndLeftOut(draft));
  const tooWordy = alts.some((alt) => length(alt) > limits.photoCaption);
  const saysTooMuch = length(voice?.words ?? '') > limits.voiceWords;
  return {
    ...(content !== undefined && { content }),
    ...(saysTooMuch && { photos: messages.voiceWordsTooLong }),
    ...(tooWordy && { photos: messages.photoCaptionTooLong }),
  };
};

const partOf: Readonly<Record<string, keyof Problems>> = {
  content: 'content',
  circleIds: 'circles',
  hiddenFrom: 'circles',
  media: 'photos',
  photoIds: 'photos',
  voiceId: 'photos',
  image: 'photos',
  alts: 'photos',
};

/** The server's issues, sorted into the parts of the page. */
export const problemsIn = (issues: readonly { path: string; message: string }[]): Problems =>
  Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const part = partOf[path.split('.')[0] ?? ''];
      return part ? [[part, message]] : [];
    }),
  );

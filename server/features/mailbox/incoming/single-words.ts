// Mails that are one word or nothing but hearts.
import type { Viewer } from '../../../access/viewer.ts';
import { allWords, wordsIn } from '../../../words/words.ts';

/** The words of a mail in lower case, without marks at the end. */
export const wordOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!…]+$/u, '')
    .trim();

/** The words that stop letters, in any language. */
const stopWords: ReadonlySet<string> = new Set(allWords.flatMap(({ mailbox }) => mailbox.answers.stop));

export const isStop = (word: string): boolean => stopWords.has(word);

/** Whether a mail is a word that starts letters in the language of its sender, or in English: in others it may be praise. */
export const isStart = (word: string, { language }: Viewer): boolean =>
  [language, 'en' as const].some((name) => wordsIn(name).mailbox.answers.start.includes(word));

/** A mail of nothing but hearts is a like. */
export const isHeart = (text: string): boolean =>
  /^(?:[\u2665\u2764\u{1F493}-\u{1F49F}\u{1F9E1}\u{1F90D}\u{1F90E}]\uFE0F?\s*)+$|^<3$/u.test(text.trim());

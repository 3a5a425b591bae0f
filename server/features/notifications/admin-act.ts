import { type Words, wordsIn } from '../../words/words.ts';

/** The acts of an administrator that all others hear of: the detail of `admin_acted`. */
export type AdminAct = keyof Words['notification']['admin_acted']['titles'];

export const isAdminAct = (word: string): word is AdminAct =>
  Object.hasOwn(wordsIn('en').notification.admin_acted.titles, word);

/** The title of such a notification. @param name null for somebody whom the reader does not see */
export const adminActTitle = (words: Words, detail: string | null, name: string | null): string => {
  if (detail === null || !isAdminAct(detail)) throw new TypeError('No administrator acts like this.');
  return words.notification.admin_acted.titles[detail]({ name });
};

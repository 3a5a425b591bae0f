import { type Words, wordsIn } from '../../words/words.ts';

/** The kinds of changes to an account's second factors. */
export type FactorChange = keyof Words['notification']['second_factor_changed']['changes'];

const isChange = (word: string): word is FactorChange =>
  Object.hasOwn(wordsIn('en').notification.second_factor_changed.changes, word);

/** A notification's detail: the change and its browser, which is missing if the operator made the change. */
export const readFactorChange = (words: Words, detail: string): { title: string; device: string | null } => {
  const [change = '', ...device] = detail.split(' ');
  if (!isChange(change)) throw new TypeError('This is no change of second factors.');
  return {
    title: words.notification.second_factor_changed.changes[change],
    device: device.join(' ') || null,
  };
};

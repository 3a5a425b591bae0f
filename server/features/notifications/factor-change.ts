import { currentWords, type Words } from '../../words/words.ts';

/** The kinds of changes to an account's second factors. */
export type FactorChange = keyof Words['notification']['second_factor_changed']['changes'];

const isChange = (word: string): word is FactorChange =>
  Object.hasOwn(currentWords().notification.second_factor_changed.changes, word);

/** A notification's detail: the change and its browser, which is missing if the operator made the change. */
export const readFactorChange = (detail: string): { title: string; device: string | null } => {
  const [change = '', ...device] = detail.split(' ');
  if (!isChange(change)) throw new TypeError('This is no change of second factors.');
  return {
    title: currentWords().notification.second_factor_changed.changes[change],
    device: device.join(' ') || null,
  };
};

import { spoken, type Words } from '../../words/words.ts';

/** What can become of the second factors of an account. */
export type FactorChange = keyof Words['notification']['second_factor_changed']['changes'];

const isChange = (word: string): word is FactorChange =>
  Object.hasOwn(spoken().notification.second_factor_changed.changes, word);

/** What a notification's detail says: the change, and in which browser; no browser where the operator did it. */
export const readFactorChange = (detail: string): { title: string; device: string | null } => {
  const [change = '', ...device] = detail.split(' ');
  if (!isChange(change)) throw new TypeError('This is no change of second factors.');
  return {
    title: spoken().notification.second_factor_changed.changes[change],
    device: device.join(' ') || null,
  };
};

import { en } from '../../words/en.ts';

const { changes } = en.notification.second_factor_changed;

/** What can become of the second factors of an account. */
export type FactorChange = keyof typeof changes;

const isChange = (word: string): word is FactorChange => Object.hasOwn(changes, word);

/** What a notification's detail says: the change, and in which browser; no browser where the operator did it. */
export const readFactorChange = (detail: string): { title: string; device: string | null } => {
  const [change = '', ...device] = detail.split(' ');
  if (!isChange(change)) throw new TypeError('This is no change of second factors.');
  return { title: changes[change], device: device.join(' ') || null };
};

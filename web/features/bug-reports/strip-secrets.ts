import { limits } from '../../../contract/limits.ts';

/** Removes secrets from a text: query strings, tokens and ids, invitation codes, e-mail addresses. */
export const stripSecrets = (text: string): string =>
  text
    .replaceAll(/((?:https?:\/\/|\/)[^\s?#'"<>)]*)[?#][^\s'"<>)]*/g, '$1')
    .replaceAll(/(\/join\/)[\w%-]+/g, '$1…')
    .replaceAll(/[^\s@'"<>(]+@[^\s@'"<>)]+\.[^\s@'"<>)]+/g, '…')
    .replaceAll(/[\w+=-]{24,}/g, '…');

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Strips secrets like `stripSecrets`, and cuts the text to 2 KB. */
export const stripError = (text: string): string => {
  let clean = stripSecrets(text).slice(0, limits.consoleErrorLength);
  while (bytesOf(clean) > limits.consoleErrorLength) clean = clean.slice(0, -16);
  return clean;
};

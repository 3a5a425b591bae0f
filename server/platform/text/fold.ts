import { domainToASCII, domainToUnicode } from 'node:url';
import { withVisibleEnds } from '../../../contract/text/visible.ts';
import { composed, withFewMarks } from '../../../contract/text/composed.ts';

/** The form in which names are compared and searched: without case, marks and width, in one spelling. */
export const fold = (text: string): string =>
  withFewMarks(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

// Browsers send a domain of other letters as typed, or in ASCII. Names that are none stay as they are.
const domainOf = (domain: string): string => domainToUnicode(domainToASCII(domain)) || domain;

/** The key under which an e-mail address is unique. */
export const emailKey = (address: string): string => {
  const key = composed(withVisibleEnds(address)).toLowerCase();
  const at = key.lastIndexOf('@');
  return at < 0 ? key : `${key.slice(0, at)}@${domainOf(key.slice(at + 1))}`;
};

import { composed, withFewMarks } from '../../../contract/text/composed.ts';

/** The form in which names are compared and searched: without case, marks and width, in one spelling. */
export const fold = (text: string): string =>
  withFewMarks(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** The key under which an e-mail address is unique. */
export const emailKey = (address: string): string => composed(address.trim()).toLowerCase();

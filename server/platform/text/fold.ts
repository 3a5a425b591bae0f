import { domainToASCII, domainToUnicode } from 'node:url';
import { withVisibleEnds } from '../../../contract/text/visible.ts';
import { composed, withFewMarks } from '../../../contract/text/composed.ts';

/** Letters and marks that keyboards write differently, and Unicode does not take apart. Migration 0059 has the same. */
const spellings: readonly (readonly [from: string, to: string])[] = [
  ['\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u055a\u05f3\u0060', "'"],
  ['\u2010\u2011\u2012\u2013\u2014\u2212', '-'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đð', 'd'],
  ['ħ', 'h'],
  ['þ', 'th'],
  ['ς', 'σ'],
  ['\u0649\u06cc', '\u064a'],
  ['\u06a9', '\u0643'],
];
const plainOf = new Map(spellings.flatMap(([from, to]) => [...from].map((letter) => [letter, to] as const)));
const respelled = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'gu');

/** The form in which names are compared and searched: without case, marks and width, in one spelling. */
export const fold = (text: string): string =>
  withFewMarks(text)
    // Unicode takes this one apart into a blank and a mark.
    .replaceAll('\u00b4', "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(respelled, (letter) => plainOf.get(letter) ?? letter)
    .trim();

// Browsers send a domain of other letters as typed, or in ASCII. Names that are none stay as they are.
const domainOf = (domain: string): string => domainToUnicode(domainToASCII(domain)) || domain;

/** The key under which an e-mail address is unique. */
export const emailKey = (address: string): string => {
  const key = composed(withVisibleEnds(address)).toLowerCase();
  const at = key.lastIndexOf('@');
  return at < 0 ? key : `${key.slice(0, at)}@${domainOf(key.slice(at + 1))}`;
};

/** The key of a mailbox member's address. Keys of accounts are in lower case, so no sign-in finds this one (MAILBOX-4). */
export const mailboxKey = (key: string): string => `LETTER ${key}`;

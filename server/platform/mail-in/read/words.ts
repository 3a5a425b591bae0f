import { withoutSigns } from './circle-marks.ts';
import { partsWithoutQuotes, withForwarded } from './quotes.ts';
import { withoutSignature } from './signature.ts';

/** Longer texts are cut here before anything looks for quotes in them. */
const maxLength = 400_000;

const bounded = (text: string): string =>
  text.slice(0, maxLength).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');

const tidy = (text: string): string =>
  withoutSigns(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The sender's words: the text of a mail without quoted mails and without signatures. @param subject that of the mail */
export const ownWords = (text: string, subject: string): string =>
  tidy(partsWithoutQuotes(bounded(text), subject).map(withoutSignature).join('\n'));

/** The sender's words and those of a forwarded mail. @param subject that of the mail */
export const forwardedWords = (text: string, subject: string): string =>
  tidy(withoutSignature(withForwarded(bounded(text), subject)));

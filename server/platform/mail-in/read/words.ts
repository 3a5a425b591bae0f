import { withoutSigns } from './circle-marks.ts';
import { partsWithoutQuotes } from './quotes.ts';
import { withoutSignature } from './signature.ts';

/** Longer texts are cut here before anything looks for quotes in them. */
const maxLength = 400_000;

/** The sender's words: the text of a mail without quoted mails and without signatures. @param subject that of the mail */
export const ownWords = (text: string, subject: string): string => {
  const plain = text.slice(0, maxLength).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
  return partsWithoutQuotes(plain, subject)
    .map((part) => withoutSigns(withoutSignature(part)))
    .join('\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

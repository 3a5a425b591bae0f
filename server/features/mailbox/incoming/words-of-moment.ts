import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';

/** Prefixes that programs write before the subject of an answer or a forwarded mail. */
const programPrefix =
  /^\s*(?:re|aw|fwd?|wg|tr|rv|rif|i|sv|vs|vl|vb|pd|odp|fs|ynt|ilt|enc|res|antw|doorst|r|ris|risp|inoltro|reenv|reenviado|rép|rep|transf|przek|encaminhada|转发|轉寄|回复|答复|転送|回覆)\s*[:：]/i;

/**
 * A forwarded mail is shared: its photos, or else its words. The words of a mail without text are its subject, unless a
 * mail program wrote that, or it only names a circle.
 */
export const wordsOfMoment = (
  { text, forwarded, subject }: IncomingMail,
  hasPhotos: boolean,
  circles: readonly { name: string }[],
): string => {
  const words = hasPhotos ? text : forwarded;
  if (words.trim() !== '') return words;
  const isWritten = programPrefix.test(subject) || circles.some(({ name }) => subject.trim() === name);
  return isWritten ? '' : subject;
};

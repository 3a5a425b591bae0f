import type { AppContext } from '../../../app-context.ts';
import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';
import { emailKey } from '../../../platform/text/fold.ts';
import { provenKeysIn } from './keys.ts';
import { stopWords } from './stop-words.ts';
import { waitForDns } from './wait.ts';
import { type Answer, answerInvitation, findOpenInvitation } from '../answer.ts';

const yesWords: ReadonlySet<string> = new Set(
  'yes yeah yep ok okay sure ja jep jo gern gerne klar natürlich oui sì sí'.split(' '),
);
/** As the first word, these refuse. Anywhere else they may mean anything: 'Ja, no problem!' */
const noWords: ReadonlySet<string> = new Set('no nope nein nee non'.split(' '));
/** A mail with one of these is no clear yes. */
const doubtWords: ReadonlySet<string> = new Set([
  ...noWords,
  ..."not don't don’t never nicht kein keine keinen nie lieber pas who wer".split(' '),
]);
/** A yes is short: 'Ja, sehr gerne!' More may follow in the next sentence. */
const maxWordsOfYes = 8;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];

/** The answer in a mail; null if it is no clear one. A word that stops letters wins. */
const answerIn = (text: string): Answer | null => {
  const words = wordsIn(text);
  if (words.some((word) => stopWords.has(word)) || noWords.has(words[0] ?? '')) return 'stop';
  if (words.some((word) => doubtWords.has(word))) return null;
  const first = wordsIn(text.trim().split(/[.!?\n]/)[0] ?? '');
  return first.length <= maxWordsOfYes && yesWords.has(first[0] ?? '') ? 'yes' : null;
};

/**
 * Takes the answer of an address that was asked whether it joins a circle. Nothing is sent to an address that has not
 * answered, so other mails have no effect.
 * @throws JobNotReady where the mail must wait for DNS
 */
export const takeAnswer = async (
  context: AppContext,
  invitationId: number,
  mail: IncomingMail,
  mustWait: boolean,
): Promise<void> => {
  const invitation = await findOpenInvitation({ q: context.db.read }, invitationId);
  if (!invitation || mail.from === null || emailKey(mail.from) !== invitation.email) return;
  if (mustWait) throw waitForDns();
  if (
    !provenKeysIn(context, mail).some(({ kind, object }) => kind === 'invitation' && object === invitationId)
  )
    return;
  const answer = answerIn(mail.text);
  if (answer) await answerInvitation(context, invitationId, answer);
};

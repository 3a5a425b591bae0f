import type { AppContext } from '../../../app-context.ts';
import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';
import { emailKey } from '../../../platform/text/fold.ts';
import { provenKeysIn } from './keys.ts';
import { answerIn } from './clear-answer.ts';
import { waitForDns } from './wait.ts';
import { answerInvitation } from '../answer.ts';
import { findOpenInvitation, queueQuestion } from '../question.ts';

/**
 * Takes the answer of an address that was asked whether it joins a circle. One that is not clear leaves the question open,
 * and gets one mail with buttons a day. Nothing is sent to an address that has not answered, so other mails have no effect.
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
  else if (await context.limits.tryConsume('mailboxDoubts', `question ${invitationId}`))
    await context.db.write((tx) => queueQuestion(context, tx, invitation, 'unclear'));
};

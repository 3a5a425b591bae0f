import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { findMailSender } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import { JobNotReady } from '../../../platform/jobs/jobs.ts';
import { type IncomingMail, MailUnreadable } from '../../../platform/mail-in/incoming-mail.ts';
import type { ReplyKey } from '../../../platform/mail/reply-keys.ts';
import { withoutKeys } from '../../../platform/mail/without-keys.ts';
import { emailKey } from '../../../platform/text/fold.ts';
import { hashOf } from '../../../platform/text/ids.ts';
import { countBounce } from '../../letters/bounces.ts';
import { takeMemberMail } from './member-mail.ts';
import { keysIn, partyOf, provenKeysIn } from './keys.ts';
import { dropMail, fileOf, kind, noteWaiting, sweepMails } from './receive.ts';
import { noteTaken, sayOnce } from './replies.ts';
import { languageOr } from '../../../words/words.ts';
import { answerIn } from './clear-answer.ts';
import { answerInvitation } from '../answer.ts';
import { findOpenInvitation, queueQuestion } from '../question.ts';

/** A mail waits this long for DNS, which proves its sender. Afterwards it counts as not proven. */
const timeoutMs = 12 * 60 * 60_000;
const retryMs = 5 * 60_000;

/** Whether a mail may be proven later. @param receivedAt in epoch ms */
const mayBeProven = ({ isProven, dnsFailed }: IncomingMail, receivedAt: number): boolean =>
  !isProven && dnsFailed && Date.now() < receivedAt + timeoutMs;

const waitForDns = (): JobNotReady => new JobNotReady(retryMs);

/**
 * Takes the answer of an address that was asked whether it joins a circle. One that is not clear, or comes while the circle
 * takes nobody, leaves the question open, and gets one mail with buttons a day. Nothing is sent to an address that has not
 * answered, so other mails have no effect.
 * @throws JobNotReady where the mail must wait for DNS
 */
const takeAnswer = async (
  context: AppContext,
  invitationId: number,
  mail: IncomingMail,
  mustWait: boolean,
): Promise<void> => {
  const invitation = await findOpenInvitation({ q: context.db.read }, invitationId);
  if (!invitation || mail.from === null || emailKey(mail.from) !== invitation.email) return;
  if (mustWait) throw waitForDns();
  const isOf = (key: ReplyKey) => key.kind === 'invitation' && key.object === invitationId;
  if (!provenKeysIn(context, mail).some(isOf)) return;
  const answer = answerIn(mail.text, languageOr(invitation.language));
  if (answer && (await answerInvitation(context, invitationId, answer))) return;
  // It may have been answered or withdrawn meanwhile.
  const open = await findOpenInvitation({ q: context.db.read }, invitationId);
  if (!open) return;
  await context.db.write(async (tx) => {
    if (await context.limits.tryConsumeIn(tx, 'mailboxDoubts', `question ${invitationId}`))
      await queueQuestion(context, tx, open, answer ? 'notNow' : 'unclear');
  });
};

const Payload = z.object({
  publicId: z.string(),
  receivedAt: z.number(),
});

/** Keys of one mail that have an effect. Further ones are ignored. */
const maxKeys = 10;

interface Sender {
  id: number;
  email: string;
  by_letter: number;
  mail_in_my_name: number;
}

const findSenders = async ({ db }: Pick<AppContext, 'db'>, keys: readonly ReplyKey[]): Promise<Sender[]> => {
  const users = keys.flatMap(({ user }) => (user === 0 ? [] : [user]));
  if (users.length === 0) return [];
  return db.read
    .selectFrom('users')
    .select(['id', 'email', 'by_letter', 'mail_in_my_name'])
    .where('id', 'in', users)
    .execute();
};

/** The member in whose name a mail with these keys arrived: the one with its From, if there is one. */
const senderOf = (senders: readonly Sender[], from: string | null): Sender | undefined =>
  senders.find(({ email }) => from !== null && emailKey(email) === emailKey(from)) ?? senders[0];

// Anybody on the way can change a Message-ID that no proof covers.
const idOf = ({ messageId, fixedId }: IncomingMail): string => hashOf(messageId ?? fixedId);

/** Counts a report once: anybody can send it again. */
const takeBounce = async ({ db }: AppContext, userId: number, mail: IncomingMail): Promise<void> => {
  if (!mail.bounce?.isPermanent) return;
  await db.write(async (tx) => {
    const member = await tx.q.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (member && (await noteTaken(tx, member, idOf(mail)))) await countBounce(tx, userId);
  });
};

const takeFromMember = async (
  context: AppContext,
  mail: IncomingMail,
  keys: readonly ReplyKey[],
  mustWait: boolean,
): Promise<void> => {
  const id = idOf(mail);
  const sender = senderOf(await findSenders(context, keys), mail.from);
  if (!sender) return;
  const taken = await context.db.read
    .selectFrom('taken_mails')
    .select('user_id')
    .where('user_id', '=', sender.id)
    .where('message_id_hash', '=', id)
    .executeTakeFirst();
  if (taken) return;
  const viewer = await findMailSender(context.db.read, sender.id);
  if (!viewer) return;
  const hasAccount = sender.by_letter === 0;
  if (hasAccount && sender.mail_in_my_name === 0) return sayOnce(context, viewer, 'off');
  const isTheirs = mail.from !== null && emailKey(mail.from) === emailKey(sender.email);
  // Mails in another name do not wait: their sender could fill the store.
  if (isTheirs && mustWait) throw waitForDns();
  const own = provenKeysIn(context, mail)
    .filter(({ user }) => user === sender.id)
    .slice(0, maxKeys);
  if (!isTheirs || !mail.isProven || own.length === 0) return sayOnce(context, viewer, 'doubt');
  await takeMemberMail(context, viewer, { mail, keys: own, id, hasAccount });
};

// Checks bounces, automatic mails, keys and the proof, in this order. The size was checked while receiving.
const processMail = async (
  context: AppContext,
  mail: IncomingMail,
  { receivedAt }: z.infer<typeof Payload>,
): Promise<void> => {
  const keys = keysIn(context, mail).slice(0, maxKeys);
  const returned = keys.find((key) => key.kind === 'bounce');
  if (returned) return takeBounce(context, returned.user, mail);
  if (mail.isAutomatic || mail.bounce || keys.length === 0) return;
  const mustWait = mayBeProven(mail, receivedAt);
  const asked = keys.find((key) => key.kind === 'invitation');
  if (asked) return takeAnswer(context, asked.object, mail, mustWait);
  await takeFromMember(context, mail, keys, mustWait);
};

const handle = async (context: AppContext, payload: unknown): Promise<void> => {
  const received = Payload.parse(payload);
  const file = await context.storage.read(fileOf(received.publicId));
  if (file) {
    const raw = await buffer(file.stream);
    try {
      const mail = await context.mailReader.read(raw, `member ${partyOf(context, raw).member}`);
      const words = (text: string) => withoutKeys(context.replyKeys, text);
      const shown = {
        subject: words(mail.subject),
        text: words(mail.text),
        forwarded: words(mail.forwarded),
      };
      await processMail(context, { ...mail, ...shown }, received);
    } catch (error) {
      if (error instanceof JobNotReady) await noteWaiting(context, received.publicId);
      if (!(error instanceof MailUnreadable)) throw error;
      context.log.warn({ err: error }, 'A received mail could not be read');
    }
  }
  await dropMail(context, received.publicId);
};

/** Handles received mails, and deletes those whose jobs are lost. */
export const handleIncomingMails = (context: AppContext): void => {
  context.jobs.handle(kind, (payload) => handle(context, payload));
  context.jobs.handle('sweep-incoming-mails', () => sweepMails(context), { every: 60 * 60_000 });
};

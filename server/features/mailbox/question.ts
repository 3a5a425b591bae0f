import { col, isUnclaimed, runsCircle } from '../../access/rules/sees.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type MailMessage, queueMail } from '../../platform/mail/mail-job.ts';
import { replyAddress } from '../../platform/mail/reply-keys.ts';
import { personName } from '../../words/reader.ts';
import { languageOr, wordsIn } from '../../words/words.ts';

export interface OpenInvitation {
  id: number;
  circle_id: number;
  inviter_id: number;
  email: string;
  first_name: string;
  last_name: string;
  verifies: 0 | 1;
}

/** An open invitation with the names that its page shows. */
export interface ShownInvitation extends OpenInvitation {
  /** Null for a private circle. */
  circle: string | null;
  inviterFirst: string;
  inviterLast: string;
  language: string | null;
}

/** An unanswered question that has not expired, of a circle that its inviter still owns or keeps. */
export const findOpenInvitation = async (
  { q }: Pick<Tx, 'q'>,
  id: number,
): Promise<ShownInvitation | null> => {
  const row = await q
    .selectFrom('mailbox_invitations as i')
    .innerJoin('circles as c', (join) =>
      join
        .onRef('c.id', '=', 'i.circle_id')
        .on(runsCircle(col('i.inviter_id'), { id: col('c.id'), owner: col('c.owner_id') })),
    )
    .innerJoin('users as u', 'u.id', 'i.inviter_id')
    .select(['i.id', 'i.circle_id', 'i.inviter_id', 'i.email', 'i.first_name', 'i.last_name', 'i.verifies'])
    .select(['c.kind', 'c.name', 'u.first_name as inviterFirst', 'u.last_name as inviterLast', 'u.language'])
    .where('i.id', '=', id)
    .where('i.answer', 'is', null)
    .where('i.expires_at', '>', Date.now())
    .where('u.banned_at', 'is', null)
    .where(({ not }) => not(isUnclaimed(col('u.id'))))
    .executeTakeFirst();
  if (!row) return null;
  const { kind, name, ...invitation } = row;
  return { ...invitation, circle: kind === 'shared' ? name : null };
};

/** Why an address is asked: for the first time, because its answer was not clear, or because nobody can join now. */
type Why = 'first' | 'unclear' | 'notNow';

/**
 * The mail that asks an address, or asks it again. It has a button for each answer.
 * @param key names the invitation
 */
export const questionMail = (
  { mailReply, publicUrl }: { mailReply: string; publicUrl: string },
  asked: ShownInvitation,
  key: string,
  why: Why = 'first',
): MailMessage => {
  const language = languageOr(asked.language);
  const words = wordsIn(language);
  const { ask: said } = words.mailbox;
  const inviter = personName(words, {
    firstName: asked.inviterFirst,
    lastName: asked.inviterLast,
    username: null,
  });
  const question = said.heading({ name: inviter, circle: asked.circle });
  const heading = why === 'first' ? question : said[why].heading;
  const paragraphs = {
    first: [said.about({ name: asked.first_name }), said.yes, said.stop],
    unclear: [said.unclear.about({ question })],
    notNow: [said.notNow.about({ name: inviter })],
  };
  const page = `${publicUrl}/letter/${key}`;
  return {
    to: asked.email,
    language,
    subject: heading,
    heading,
    paragraphs: paragraphs[why],
    action: { text: said.action, url: page },
    choices: [
      { text: words.letterPage.ask.yes, to: page },
      { text: words.letterPage.ask.stop, to: `${page}/stop` },
    ],
    footer: [words.mail.invitation.notYou({ name: inviter }), said.footer({ address: publicUrl })],
    replyTo: replyAddress(mailReply, key),
  };
};

/** Queues the mail that asks an address, or asks it again. */
export const queueQuestion = async (
  { jobs, settings, replyKeys }: Pick<AppContext, 'jobs' | 'settings' | 'replyKeys'>,
  tx: Tx,
  asked: ShownInvitation,
  why: Why = 'first',
): Promise<void> => {
  const { mailReply, publicUrl } = settings;
  if (mailReply === null) return;
  const key = replyKeys.seal({ kind: 'invitation', user: 0, object: asked.id });
  await queueMail(jobs, tx, questionMail({ mailReply, publicUrl }, asked, key, why), asked.inviter_id);
};

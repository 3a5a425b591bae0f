import type { FoundCircle } from '../../access/find/circles.ts';
import { findReader } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Choice } from '../../platform/mail/layout.ts';
import { queueMail } from '../../platform/mail/mail-job.ts';
import { bounceAddress, replyAddress } from '../../platform/mail/reply-keys.ts';
import { wordsFor } from '../../words/reader.ts';

type MailContext = Pick<AppContext, 'jobs' | 'settings' | 'replyKeys'>;

/** A mail to a member who takes part by e-mail; the parts of `said` are plain text. */
interface Said {
  subject: string;
  paragraphs: readonly string[];
  quote?: string;
  action?: { text: string; url: string };
  choices?: readonly Choice[];
}

/** Queues a mail to a member's stored address, in their language. */
export const queueMailboxMail = async (
  { jobs, settings, replyKeys }: MailContext,
  tx: Tx,
  userId: number,
  said: Said,
): Promise<void> => {
  const { email, by_letter: byLetter } = await tx.q
    .selectFrom('users')
    .select(['email', 'by_letter'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const reader = await findReader(tx.q, userId);
  const addresses =
    settings.mailReply === null
      ? {}
      : {
          // Answers concern the member's letters.
          replyTo: replyAddress(
            settings.mailReply,
            replyKeys.seal({ kind: 'letter', user: userId, object: 0 }),
          ),
          // Bounces pause the letters of mailbox members alone.
          ...(byLetter === 1 && {
            envelopeFrom: bounceAddress(
              settings.mailReply,
              replyKeys.seal({ kind: 'bounce', user: userId, object: 0 }),
            ),
          }),
        };
  await queueMail(
    jobs,
    tx,
    {
      to: email,
      language: reader.language,
      subject: said.subject,
      heading: said.subject,
      paragraphs: [...said.paragraphs],
      ...(said.quote !== undefined && { quote: said.quote }),
      ...(said.action && { action: said.action }),
      ...(said.choices && { choices: [...said.choices] }),
      footer: [wordsFor(reader).mailbox.ask.footer({ address: settings.publicUrl })],
      ...addresses,
    },
    userId,
  );
};

/** Queues the welcome: what comes next, and where photos for a shared circle go. */
export const queueWelcome = async (
  context: MailContext,
  tx: Tx,
  userId: number,
  circle: FoundCircle,
): Promise<void> => {
  const { welcome } = wordsFor(await findReader(tx.q, userId)).mailbox;
  const name = circle.kind === 'shared' ? circle.name : null;
  const { mailReply } = context.settings;
  const member = await tx.q
    .selectFrom('users')
    .select('verification_status')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const sends = name !== null && mailReply !== null && member.verification_status === 'approved';
  const key = context.replyKeys.seal({ kind: 'circle', user: userId, object: circle.id });
  await queueMailboxMail(context, tx, userId, {
    subject: welcome.subject({ circle: name }),
    paragraphs: [
      welcome.about,
      ...(sends ? [welcome.photos({ circle: name, address: replyAddress(mailReply, key) })] : []),
      welcome.stop,
    ],
  });
};

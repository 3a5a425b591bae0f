import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { Language } from '../../../contract/shapes.ts';
import { fallbackLanguage } from '../../words/words.ts';
import type { Metrics } from '../metrics.ts';
import { newId } from '../text/ids.ts';
import { mailLayout } from './layout.ts';
import { MailFailed } from './mail.ts';
import type { Mailer } from './mailer.ts';

export const MailMessage = z.object({
  to: z.string(),
  /** Missing in mails that an earlier version queued. */
  language: z._default(Language, fallbackLanguage),
  subject: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  /** Text that a person wrote, set apart. */
  quote: z.optional(z.string()),
  action: z.optional(z.object({ text: z.string(), url: z.string() })),
  choices: z.optional(
    z.array(
      z.object({
        about: z.optional(z.string()),
        text: z.string(),
        to: z.union([z.string(), z.object({ address: z.string(), subject: z.string(), body: z.string() })]),
      }),
    ),
  ),
  footer: z.array(z.string()),
  /** How to unsubscribe from its kind. */
  stop: z.optional(z.object({ text: z.string(), url: z.string() })),
  headers: z.optional(z.record(z.string(), z.string())),
  replyTo: z.optional(z.string()),
  envelopeFrom: z.optional(z.string()),
});
export type MailMessage = z.infer<typeof MailMessage>;

const Payload = z.extend(MailMessage, { messageId: z.string() });

/** Job kinds that send a mail. Mails that open or protect an account have their own lane. */
const kinds = { account: 'account-mail', other: 'mail' } as const;
export const mailKinds = Object.values(kinds);

/** Queues a mail in the transaction that causes it. It is deleted with the account of `userId`. */
export const queueMail = (jobs: Jobs, tx: Tx, message: MailMessage, userId: number | null): Promise<void> =>
  jobs.enqueue(tx, { kind: kinds.other, payload: { ...message, messageId: newId() }, userId });

/** As `queueMail`, for a mail that opens or protects an account: it never waits behind others. */
export const queueAccountMail = (jobs: Jobs, tx: Tx, message: MailMessage, userId: number): Promise<void> =>
  jobs.enqueue(tx, { kind: kinds.account, payload: { ...message, messageId: newId() }, userId });

/** Deletes queued mails to an address that no member has any more. */
export const dropMailsTo = async (tx: Tx, address: string): Promise<void> => {
  const escaped = JSON.stringify({ to: address })
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&');
  await sql`
    delete from jobs where kind in (${sql.join(mailKinds)}) and payload like ${`{${escaped},%`} escape '\\'`.execute(
    tx.q,
  );
};

interface SendNeeds {
  mailer: Mailer;
  settings: { publicUrl: string };
  log: Logger;
  metrics: Pick<Metrics, 'mailRefused'>;
}

/** Sends a mail. A retry carries the same message id, so that a mailbox can recognize it. */
export const sendMessage = async (
  { mailer, settings, log, metrics }: SendNeeds,
  { messageId, ...message }: MailMessage & { messageId: string },
): Promise<void> => {
  const { html, text } = mailLayout(message);
  try {
    await mailer.send({
      to: message.to,
      subject: message.subject,
      messageId: `<${messageId}@${new URL(settings.publicUrl).hostname}>`,
      html,
      text,
      ...(message.headers && { headers: message.headers }),
      ...(message.replyTo !== undefined && { replyTo: message.replyTo }),
      ...(message.envelopeFrom !== undefined && { envelopeFrom: message.envelopeFrom }),
    });
  } catch (error) {
    // A mailbox that does not exist will not appear after fifty retries.
    if (!(error instanceof MailFailed) || !error.permanent) throw error;
    metrics.mailRefused();
    log.warn({ err: error }, 'A mail was refused permanently');
  }
};

/** Sends queued mails. */
export const handleMailJobs = (context: SendNeeds & { jobs: Jobs }): void => {
  for (const kind of mailKinds)
    context.jobs.handle(kind, (payload) => sendMessage(context, Payload.parse(payload)));
};

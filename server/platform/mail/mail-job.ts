import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { newId } from '../text/ids.ts';
import { mailLayout } from './layout.ts';
import { MailFailed } from './mail.ts';
import type { Mailer } from './mailer.ts';

const Message = z.object({
  to: z.string(),
  subject: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  /** What a person wrote, set apart. */
  quote: z.optional(z.string()),
  action: z.optional(z.object({ text: z.string(), url: z.string() })),
  footer: z.array(z.string()),
  /** How to get no more of its kind. */
  stop: z.optional(z.object({ text: z.string(), url: z.string() })),
  headers: z.optional(z.record(z.string(), z.string())),
});
export type MailMessage = z.infer<typeof Message>;

const Payload = z.extend(Message, { messageId: z.string() });

/** Queues a mail in the transaction that causes it; `userId` is the member with whom it goes when they go. */
export const queueMail = (jobs: Jobs, tx: Tx, message: MailMessage, userId: number | null): Promise<void> =>
  jobs.enqueue(tx, { kind: 'mail', payload: { ...message, messageId: newId() }, userId });

/** Takes back queued mails to an address that is nobody's any more. */
export const dropMailsTo = async (tx: Tx, address: string): Promise<void> => {
  const escaped = JSON.stringify({ to: address })
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&');
  await sql`delete from jobs where kind = 'mail' and payload like ${`{${escaped},%`} escape '\\'`.execute(
    tx.q,
  );
};

/** Sends queued mails. A try that is repeated carries the same message id, so that a mailbox can tell. */
export const handleMailJobs = (
  jobs: Jobs,
  mailer: Mailer,
  publicUrl: string,
  log: Logger,
  refused: () => void,
): void => {
  const { hostname } = new URL(publicUrl);
  jobs.handle('mail', async (payload) => {
    const message = Payload.parse(payload);
    const { html, text } = mailLayout(message);
    try {
      await mailer.send({
        to: message.to,
        subject: message.subject,
        messageId: `<${message.messageId}@${hostname}>`,
        html,
        text,
        ...(message.headers && { headers: message.headers }),
      });
    } catch (error) {
      // A mailbox that does not exist will not come into being by asking fifty times.
      if (!(error instanceof MailFailed) || !error.permanent) throw error;
      refused();
      log.warn({ err: error }, 'A mail was refused for good');
    }
  });
};

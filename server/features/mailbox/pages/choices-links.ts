import type { AppContext } from '../../../app-context.ts';
import { findMailboxViewer, type Viewer, findReader } from '../../../access/viewer.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { lockMembers } from '../../../platform/db/locks.ts';
import type { Finish } from '../../../platform/jobs/jobs.ts';
import { issueTicket, readTicket } from '../../../platform/db/tickets.ts';
import { missing } from '../../../platform/problem.ts';
import { wordsFor } from '../../../words/reader.ts';
import { keptForMs } from '../../account/export/request.ts';
import { queueMailboxMail } from '../mails.ts';
import { mayMailLink } from './browsers.ts';
import type { OpenLetter, Visit } from './visit.ts';

const ticketKind = 'mailbox';
const linkExpiresAfterMs = 15 * 60_000;

/** The data of a ticket that opens the member's export and nothing else. */
const fileOnly = 'file';

/** A mailbox member who opened a mailed link. */
export interface Choosing {
  /** The path of 'My letters'. */
  url: string;
  viewer: Viewer;
  /** The link leads to the member's export alone. */
  isFileOnly: boolean;
  /** Checks in a transaction that the link is still valid. @throws missing */
  assertMay(tx: Tx): Promise<void>;
}

/** @param purpose 'choices' for everything that a link to an export does not open. @throws missing */
export const findChoosing = async (
  { db }: Pick<AppContext, 'db'>,
  ticket = '',
  purpose: 'any' | 'choices' = 'any',
): Promise<Choosing> => {
  const found = await readTicket(db.read, ticketKind, ticket);
  const viewer = found && found.userId !== null ? await findMailboxViewer(db.read, found.userId) : null;
  if (!found || !viewer || (purpose === 'choices' && found.data === fileOnly)) throw missing();
  return {
    url: `/letter/mine/${ticket}`,
    viewer,
    isFileOnly: found.data === fileOnly,
    assertMay: async (tx) => {
      await lockMembers(tx, [viewer.id]);
      if (!(await readTicket(tx.q, ticketKind, ticket))) throw missing();
    },
  };
};

/** Mails the link to 'My letters'. @returns false if too many of them were sent today */
export const mailChoicesLink = async (
  context: AppContext,
  letter: OpenLetter,
  visit: Pick<Visit, 'browser' | 'network'>,
): Promise<boolean> => {
  const { db, settings } = context;
  const { viewer } = letter;
  if (!(await mayMailLink(context, 'mine', letter, visit))) return false;
  const { mail } = wordsFor(viewer).letterPage.mine;
  await db.write(async (tx) => {
    const ticket = await issueTicket(tx, {
      kind: ticketKind,
      userId: viewer.id,
      expiresAfterMs: linkExpiresAfterMs,
    });
    await queueMailboxMail(context, tx, viewer.id, {
      subject: mail.subject,
      paragraphs: [mail.about],
      action: { text: mail.action, url: `${settings.publicUrl}/letter/mine/${ticket}` },
    });
  });
  return true;
};

/** Mails the link to a finished export. The link expires with the file. */
export const mailFileLink = (context: AppContext, userId: number, finish: Finish): Promise<void> =>
  context.db.write(async (tx) => {
    await finish(tx);
    const { mail } = wordsFor(await findReader(tx.q, userId)).letterPage.mine.export;
    const ticket = await issueTicket(tx, {
      kind: ticketKind,
      userId,
      data: fileOnly,
      expiresAfterMs: keptForMs,
    });
    await queueMailboxMail(context, tx, userId, {
      subject: mail.subject,
      paragraphs: [mail.about],
      action: { text: mail.action, url: `${context.settings.publicUrl}/letter/mine/${ticket}` },
    });
  });

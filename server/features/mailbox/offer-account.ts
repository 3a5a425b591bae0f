import { findCircle } from '../../access/find/circles.ts';
import { findPerson } from '../../access/find/members.ts';
import { assertMayManageMembers } from '../../access/assert-may.ts';
import { findReader, type Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { issueTicket } from '../../platform/db/tickets.ts';
import { missing } from '../../platform/problem.ts';
import { wordsFor } from '../../words/reader.ts';
import { lockMembership } from '../circles/members.ts';
import { queueMailboxMail } from './mails.ts';

/** How long the link in the mail opens 'My letters', in milliseconds. */
const expiresAfterMs = 7 * 24 * 60 * 60_000;

/**
 * Mails a mailbox member a link with which they can make an account of what they have. Nobody else gets the link.
 * @throws missing (circle, member, or one who has an account), forbidden
 */
export const offerAccount = (
  context: Pick<AppContext, 'db' | 'jobs' | 'settings' | 'replyKeys'>,
  viewer: Viewer,
  input: { id: string; memberId: string },
): Promise<void> =>
  context.db.write(async (tx) => {
    const circle = await findCircle(tx.q, viewer, input.id);
    assertMayManageMembers(viewer, circle);
    const member = await findPerson(tx, viewer, input.memberId);
    if (!member.byLetter || (await lockMembership(tx, circle.id, input.memberId)) === null) throw missing();
    const { account: words } = wordsFor(await findReader(tx.q, member.id)).mailbox;
    const token = await issueTicket(tx, { kind: 'mailbox', userId: member.id, expiresAfterMs });
    await queueMailboxMail(context, tx, member.id, {
      subject: words.subject,
      paragraphs: [words.about],
      action: { text: words.action, url: `${context.settings.publicUrl}/letter/mine/${token}#account` },
    });
  });

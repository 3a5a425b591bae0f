import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { ActionTaken, decide, Report } from '../../../contract/moderation.ts';
import { findReport, type FoundReport } from '../../access/find/reports.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { removeReportedComment } from '../comments/delete.ts';
import { dropEvidence } from '../reporting/evidence.ts';
import { notify } from '../notifications/notify.ts';
import { removeReportedPost } from '../posts/write.ts';
import { banMember } from './ban.ts';
import { type Managed, suspend } from './members.ts';
import { loadReport } from './reports.ts';

interface Deed {
  context: Pick<AppContext, 'jobs' | 'features'>;
  tx: Tx;
  report: FoundReport;
  member: Managed;
  actorId: number;
}

const warn = async ({ tx, member, actorId }: Deed): Promise<void> => {
  await recordAuditEntry(tx, 'member.warned', { actorId, target: member.publicId, aboutId: member.id });
  await notify(tx, { kind: 'warning', to: member.id, actor: null });
};

// The author has deleted the content meanwhile: nothing to remove, and no notification.
const removeContent = async ({ context, tx, report, member, actorId }: Deed): Promise<void> => {
  const { postId, commentId } = report;
  if (report.targetType === 'user') throw conflict(messages.nothingToRemove);
  if (postId === null && commentId === null) return;
  if (postId !== null) await removeReportedPost(context.jobs, tx, postId, actorId);
  if (commentId !== null) {
    await removeReportedComment(context.jobs, tx, commentId);
    await recordAuditEntry(tx, 'comment.removed', { actorId, target: report.targetId, aboutId: member.id });
  }
  await notify(tx, { kind: 'content_removed', to: member.id, actor: null });
};

const deeds: Readonly<Record<ActionTaken, (deed: Deed) => Promise<void>>> = {
  none: async () => {},
  warning: warn,
  content_removed: removeContent,
  user_suspended: ({ tx, member, actorId }) => suspend(tx, member, actorId),
  user_banned: ({ context, tx, member, actorId }) => banMember(context, tx, member, actorId),
};

/**
 * Decides a report once, and carries out the action in the same transaction. The reporter gets a notification of the
 * outcome, unless they decided it themselves; nobody learns the other's name.
 * @throws missing, conflict if it was decided already, or if the action is impossible
 */
export const decideReport = (
  context: Pick<AppContext, 'db' | 'jobs' | 'features'>,
  viewer: Viewer,
  input: Input<typeof decide>,
): Promise<Report> =>
  context.db.write(async (tx) => {
    const report = await findReport(tx.q, viewer, input.id);
    const action = input.actionTaken ?? 'none';
    const decided = await tx.q
      .updateTable('reports')
      .set({
        status: input.status,
        moderator_notes: input.moderatorNotes || null,
        action_taken: action,
        decided_at: Date.now(),
      })
      .where('id', '=', report.id)
      .where('status', 'in', ['pending', 'reviewed'])
      .returning('id')
      .executeTakeFirst();
    if (!decided) throw conflict(messages.reportDecided);
    const member = { id: report.memberId, publicId: report.memberPublicId };
    await deeds[action]({ context, tx, report, member, actorId: viewer.id });
    // Removed content stays in the database for 30 days, so that the operator can answer an appeal.
    if (action !== 'content_removed') await dropEvidence(context.jobs, tx, [report.id]);
    const isResolved = input.status === 'resolved';
    await recordAuditEntry(tx, isResolved ? 'report.resolved' : 'report.dismissed', {
      actorId: viewer.id,
      target: report.publicId,
      aboutId: report.memberId,
    });
    if (report.reporterId !== null && report.reporterId !== viewer.id) {
      await notify(tx, {
        kind: isResolved ? 'report_resolved' : 'report_dismissed',
        to: report.reporterId,
        actor: null,
      });
    }
    return loadReport(tx.q, viewer, report.publicId);
  });

import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { create } from '../../../contract/reporting.ts';
import { findReportedComment, findReportedMember, findReportedPost } from '../../access/find/reports.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { wordsFor } from '../../words/reader.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { findEvidence, type Reported } from './evidence.ts';

type ReportInput = Input<typeof create>;
type Target = Reported & { publicId: string };

// The viewer can report only objects that they see, or saw until a block.
const findTarget = async (q: Queries, viewer: Viewer, told: ReportInput): Promise<Target> => {
  if (told.targetType === 'post') {
    const post = await findReportedPost(q, viewer, told.targetId);
    return { publicId: post.publicId, memberId: post.authorId, postId: post.id, commentId: null };
  }
  if (told.targetType === 'comment') {
    const comment = await findReportedComment(q, viewer, told.targetId);
    return { publicId: told.targetId, memberId: comment.authorId, postId: null, commentId: comment.id };
  }
  const member = await findReportedMember(q, viewer, told.targetId);
  return { publicId: member.publicId, memberId: member.id, postId: null, commentId: null };
};

// No administrator decides a report about themselves.
const canBeDecided = async (q: Queries, memberId: number): Promise<boolean> => {
  const other = await q
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('banned_at', 'is', null)
    .where('id', '<>', memberId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
};

/** The command line's note on reports about the only administrator; null if every report can be decided. */
export const describeUndecidable = async (q: Queries): Promise<string | null> => {
  const { rows } = await sql<{ count: number; email: string }>`
    select count(*) as count, min(u.email) as email from reports r join users u on u.id = r.member_id
    where r.decided_at is null and not exists (
      select 1 from users other where other.is_admin = 1 and other.banned_at is null and other.id <> r.member_id)`.execute(
    q,
  );
  const [row] = rows;
  if (!row || row.count === 0) return null;
  const reports = row.count === 1 ? 'One report waits' : `${row.count} reports wait`;
  return `${reports} that nobody can decide: ${row.email} is the only administrator. Make another one with make-admin.`;
};

/**
 * Reports a moment, a comment or a member to the administrators, with the content that the viewer sees now.
 * @throws missing for objects that the viewer neither sees nor saw until a block, conflict for their own and while
 * their report of it is open
 */
export const makeReport = async (
  context: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  told: ReportInput,
): Promise<Output<typeof create>> => {
  const { db } = context;
  try {
    return await db.write(async (tx) => {
      const target = await findTarget(tx.q, viewer, told);
      if (target.memberId === viewer.id) throw conflict(messages.reportOwn);
      const { kept, photos } = await findEvidence(tx, viewer, target);
      const publicId = newId();
      const now = Date.now();
      const { id } = await tx.q
        .insertInto('reports')
        .values({
          public_id: publicId,
          reporter_id: viewer.id,
          target_type: told.targetType,
          target_id: target.publicId,
          member_id: target.memberId,
          post_id: target.postId,
          comment_id: target.commentId,
          report_type: told.reportType,
          reason: told.reason,
          status: 'pending',
          moderator_notes: null,
          action_taken: 'none',
          evidence: JSON.stringify(kept),
          created_at: now,
          decided_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (photos.length > 0) {
        await tx.q
          .insertInto('report_photos')
          .values(
            photos.map((photo, position) => ({
              report_id: id,
              image_id: photo.id,
              position,
              alt: photo.alt,
            })),
          )
          .execute();
      }
      await notifyAdmins(context.jobs, tx, { kind: 'report_waiting', except: [viewer.id, target.memberId] });
      return {
        id: publicId,
        targetType: told.targetType,
        targetId: target.publicId,
        reportType: told.reportType,
        reason: told.reason,
        status: 'pending' as const,
        createdAt: time(now),
        message: (await canBeDecided(tx.q, target.memberId))
          ? wordsFor(viewer).reportSent
          : wordsFor(viewer).reportWaits,
      };
    });
  } catch (error) {
    // The unique index of open reports decides, also between two concurrent requests.
    if (db.dialect.isUniqueViolation(error)) throw conflict(messages.reportedAlready);
    throw error;
  }
};

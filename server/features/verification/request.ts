import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { conflict } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { time } from '../../access/show/present.ts';
import type { Queries } from '../../platform/db/database.ts';

interface Request {
  personalStatement: string;
  linkedInProfile?: string | null | undefined;
  instagramHandle?: string | null | undefined;
}

/**
 * Requests verification, for the first time or again.
 * @throws conflict while a request is pending, or if none is needed
 */
export const submitRequest = (
  context: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  request: Request,
): Promise<CurrentUser> =>
  context.db.write(async (tx) => {
    const now = Date.now();
    const changed = await tx.q
      .updateTable('users')
      .set({ verification_status: 'pending', verification_submitted_at: now, verification_notes: null })
      .where('id', '=', viewer.id)
      .where('verification_status', 'in', ['none', 'rejected'])
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw conflict(viewer.isVerified ? messages.verifiedAlready : messages.verificationPending);
    await tx.q
      .insertInto('verification_requests')
      .values({
        public_id: newId(),
        user_id: viewer.id,
        personal_statement: request.personalStatement,
        linkedin_profile: request.linkedInProfile ?? null,
        instagram_handle: request.instagramHandle ?? null,
        status: 'pending',
        notes: null,
        submitted_at: now,
      })
      .execute();
    await notifyAdmins(context.jobs, tx, { kind: 'verification_waiting', except: [viewer.id] });
    return loadCurrentUser(tx.q, viewer.id);
  });

/** All verification requests of the viewer with their outcomes, latest first. */
export const ownRequests = async (q: Queries, viewer: Viewer) => {
  const rows = await q
    .selectFrom('verification_requests')
    .select(['personal_statement', 'linkedin_profile', 'instagram_handle', 'status', 'notes', 'submitted_at'])
    .where('user_id', '=', viewer.id)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    submittedAt: time(row.submitted_at),
    personalStatement: row.personal_statement,
    linkedInProfile: row.linkedin_profile,
    instagramHandle: row.instagram_handle,
    status: row.status,
    notes: row.notes,
  }));
};

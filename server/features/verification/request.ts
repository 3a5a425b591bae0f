import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { conflict } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';

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

import type { Viewer } from '../../access/viewer.ts';
import { time } from '../../access/show/present.ts';
import type { Queries } from '../../platform/db/database.ts';

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

import type { Generated } from 'kysely';

// Tables of moderation. `schema.ts` lists all tables.

export interface Reports {
  id: Generated<number>;
  public_id: string;
  /** The member who reported; null once they have deleted their account. */
  reporter_id: number | null;
  target_type: 'post' | 'comment' | 'user';
  /** The public id of the reported moment, comment or member. It stays after a deletion. */
  target_id: string;
  /** The reported member, or the author. Deleting their account deletes the report with its evidence. */
  member_id: number;
  /** The reported moment (or below it the comment); null for other types, and after it was deleted. */
  post_id: number | null;
  comment_id: number | null;
  report_type: 'spam' | 'harassment' | 'inappropriate_content' | 'fake_account' | 'copyright';
  reason: string;
  status: 'pending' | 'reviewed' | 'resolved' | 'dismissed';
  moderator_notes: string | null;
  action_taken: 'none' | 'warning' | 'content_removed' | 'user_suspended' | 'user_banned';
  /** JSON: the reported content as its reporter saw it. Null once the evidence has expired. */
  evidence: string | null;
  created_at: number;
  decided_at: number | null;
}

/** Photos that a report keeps as evidence, also when what they belonged to is deleted. */
export interface ReportPhotos {
  report_id: number;
  image_id: number;
  position: number;
  /** The photo's description when it was reported. */
  alt: Generated<string | null>;
}

/** Administrators who opened a report: they alone see its photos, until it is decided. */
export interface ReportReviewers {
  report_id: number;
  user_id: number;
  opened_at: number;
}

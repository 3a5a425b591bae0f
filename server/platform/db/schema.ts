import type { Generated } from 'kysely';
import type {
  Denials,
  EmailTokens,
  Exports,
  KnownBrowsers,
  NameRequests,
  NotificationPreferences,
  Passkeys,
  RecoveryCodes,
  Sessions,
  Tickets,
  TotpSecrets,
  VerificationRequests,
} from './schema-accounts.ts';
import type { ReportPhotos, ReportReviewers, Reports } from './schema-moderation.ts';
import type { BlockedMemberships, Blocks, Mutes, WithdrawnNews } from './schema-people.ts';
import type { Payments, Subscriptions, WebhookEvents } from './schema-payments.ts';
import type { BugReports, Deletions, Nodes, ScenarioIdeas, ScenarioRuns } from './schema-tools.ts';

/** On both databases flags are 0 or 1, and times are epoch milliseconds. */
export type Flag = 0 | 1;

export interface Users {
  id: Generated<number>;
  public_id: string;
  email: string;
  email_key: string;
  email_confirmed_at: number | null;
  password_hash: string;
  username: string | null;
  first_name: string;
  last_name: string;
  bio: Generated<string>;
  phone_number: Generated<string | null>;
  avatar_id: Generated<number | null>;
  /** Folded first name, last name and username, for search. */
  search_text: string;
  is_admin: Flag;
  account_status: Generated<'trial' | 'basic' | 'premium'>;
  verification_status: Generated<'none' | 'pending' | 'approved' | 'rejected'>;
  verification_submitted_at: Generated<number | null>;
  verification_notes: Generated<string | null>;
  findable_by_email: Generated<Flag>;
  /** JSON list of circle ids: where the daily photo goes. Null until it was chosen: Contacts. */
  daily_circles: Generated<string | null>;
  suspended_until: Generated<number | null>;
  banned_at: Generated<number | null>;
  posts_count: Generated<number>;
  created_at: number;
  /** A password reset confirmed the address for the first time, and its owner has not claimed the account yet. */
  claim_asked_at: Generated<number | null>;
}

export interface Circles {
  id: Generated<number>;
  public_id: string;
  owner_id: number;
  kind: 'shared' | 'private';
  is_contacts: Generated<Flag>;
  name: string;
  description: string;
  color: string;
  shows_earlier: Flag;
  member_count: number;
  created_at: number;
}

export interface CircleMembers {
  circle_id: number;
  user_id: number;
  priority: number;
  /** The member sees the circle's posts whose key is greater than this. */
  sees_from: number;
  /**
   * Key of the owner who added the member. The name rule opens for that owner only, not for one who was handed the
   * circle later.
   */
  added_by: number;
  added_at: number;
}

export interface Posts {
  id: Generated<number>;
  public_id: string;
  author_id: number;
  content: string;
  likes_count: Generated<number>;
  comments_count: Generated<number>;
  created_at: number;
}

export interface PostCircles {
  circle_id: number;
  post_id: number;
  /** Comments of the post that belong to this circle. */
  comments_count: Generated<number>;
  /** `(likes + comments) << 32 | post_id`: the popular order, readable from an index. */
  rank: number;
}

export interface Images {
  id: Generated<number>;
  public_id: string;
  owner_id: number;
  /** An image of kind `evidence` belongs to no post or profile any more, but a report still keeps it. */
  kind: 'photo' | 'avatar' | 'evidence';
  post_id: number | null;
  position: number;
  alt: string | null;
  width: number;
  height: number;
  placeholder: string;
  /** JSON: `[{ "name": "480", "width": 480 }, …]`, smallest first. */
  variants: string;
  /** Size of the full-size copy in bytes; null until its job has made it. */
  full_bytes: Generated<number | null>;
  /** Size of all variants together. */
  bytes: number;
  created_at: number;
}

export interface Comments {
  id: Generated<number>;
  public_id: string;
  post_id: number;
  author_id: number;
  content: string;
  created_at: number;
}

export interface CommentCircles {
  comment_id: number;
  circle_id: number;
}

export interface Likes {
  post_id: number;
  user_id: number;
  created_at: number;
}

export interface Notifications {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  kind: string;
  /** Groups repeated events, such as several likes of one post, into one notification. */
  group_key: string;
  actor_id: number | null;
  post_id: number | null;
  comment_id: number | null;
  circle_id: number | null;
  /** A circle invitation's code, which the notification's action leads to. */
  invitation_id: number | null;
  is_read: Flag;
  /** 0 if the reader wants this kind by mail only: it is in no list, and its mail is written from it. */
  in_bell: Generated<Flag>;
  /** Extra text that is no object of ours, such as the browser of a sign-in. */
  detail: Generated<string | null>;
  /** Updated when the event happens again; the list is sorted by it. */
  created_at: number;
}

export interface Invitations {
  id: Generated<number>;
  public_id: string;
  code_hash: string;
  /** Null for the link that the first start prints. */
  inviter_id: number | null;
  circle_id: number | null;
  email: string | null;
  message: string | null;
  makes_admin: Flag;
  created_at: number;
  expires_at: number;
  accepted_by: number | null;
  accepted_at: number | null;
}

export interface Jobs {
  id: Generated<number>;
  kind: string;
  payload: string;
  /** The member whose address or content the payload holds; deleting them deletes the row. */
  user_id: number | null;
  /** At most one open job with the same key. */
  unique_key: string | null;
  run_at: number;
  attempts: Generated<number>;
  leased_until: Generated<number | null>;
  failed_at: Generated<number | null>;
  last_error: Generated<string | null>;
  created_at: number;
}

export interface Audit {
  id: Generated<number>;
  public_id: string;
  at: number;
  actor_id: number | null;
  act: string;
  target: string | null;
  /** The member whom the entry is about, if that member must not read it. */
  about_id: number | null;
}

/** The results of calls with an `Idempotency-Key`, so that a retry creates nothing. */
export interface RepeatedCalls {
  user_id: number;
  key: string;
  /** The public id of the entity that the call created. */
  made: string;
  created_at: number;
}

export interface RateLimits {
  key: string;
  points: number;
  resets_at: number;
}

export interface Meta {
  key: string;
  value: string;
}

/** A test compares it with the real columns of both databases. */
export interface PushSubscriptions {
  id: Generated<number>;
  user_id: number;
  session_id: number;
  /** The endpoint of the browser's push service. */
  endpoint: string;
  /** The browser's keys, base64url. */
  p256dh: string;
  auth: string;
  created_at: number;
  /** Consecutive failed messages. */
  failures: Generated<number>;
}

export interface Schema {
  users: Users;
  sessions: Sessions;
  circles: Circles;
  circle_members: CircleMembers;
  posts: Posts;
  post_circles: PostCircles;
  images: Images;
  comments: Comments;
  comment_circles: CommentCircles;
  likes: Likes;
  blocks: Blocks;
  mutes: Mutes;
  blocked_memberships: BlockedMemberships;
  withdrawn_news: WithdrawnNews;
  notifications: Notifications;
  notification_preferences: NotificationPreferences;
  known_browsers: KnownBrowsers;
  totp_secrets: TotpSecrets;
  recovery_codes: RecoveryCodes;
  passkeys: Passkeys;
  tickets: Tickets;
  denials: Denials;
  exports: Exports;
  invitations: Invitations;
  verification_requests: VerificationRequests;
  name_requests: NameRequests;
  reports: Reports;
  report_photos: ReportPhotos;
  report_reviewers: ReportReviewers;
  email_tokens: EmailTokens;
  payments: Payments;
  subscriptions: Subscriptions;
  webhook_events: WebhookEvents;
  jobs: Jobs;
  audit: Audit;
  repeated_calls: RepeatedCalls;
  rate_limits: RateLimits;
  bug_reports: BugReports;
  push_subscriptions: PushSubscriptions;
  scenario_runs: ScenarioRuns;
  scenario_ideas: ScenarioIdeas;
  meta: Meta;
  nodes: Nodes;
  deletions: Deletions;
}

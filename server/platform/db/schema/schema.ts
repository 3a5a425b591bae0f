import type { Generated } from 'kysely';
import type {
  Denials,
  EmailTokens,
  Exports,
  KnownBrowsers,
  NameRequests,
  NotificationPreferences,
  Passkeys,
  PushSubscriptions,
  RecoveryCodes,
  Sessions,
  Tickets,
  TotpSecrets,
  VerificationRequests,
} from './accounts.ts';
import type {
  IncomingMails,
  LetterBrowsers,
  LetterPhotos,
  MailAddresses,
  MailboxInvitations,
  StoppedAskers,
  TakenMails,
} from './mailbox.ts';
import type { ReportPhotos, ReportReviewers, Reports } from './moderation.ts';
import type { Notifications, UnfollowedPosts } from './notifications.ts';
import type { BlockedMemberships, Blocks, Mutes, WithdrawnNews } from './people.ts';
import type { Payments, Subscriptions, WebhookEvents } from './payments.ts';
import type {
  CircleMembers,
  Circles,
  Delivery,
  Invitations,
  EndedMemberships,
  FormerPostCircles,
} from './circles.ts';
import type {
  CommentCircles,
  CommentMentions,
  Comments,
  LikeCircles,
  Likes,
  PhotoLikeCircles,
  PhotoLikes,
} from './comments.ts';
import type { Images, VideoParts, VideoUploads, CirclePhotos, NotAgain } from './photos.ts';
import type { Letters, ToldPosts, ToldAlbums } from './letters.ts';
import type { Questions } from './questions.ts';
import type { PostCircles, PostHiddenFrom, PostMentions, Posts } from './posts.ts';
import type { PostsInLetters, TakeBackDevices, TakeBackPeople, TakeBacks } from './taking-back.ts';
import type { ArchiveLeftovers, ArchivePeople, ArchivePhotos, ArchivePosts, Archives } from './archives.ts';
import type { FrameCodes, FramePhotos, Frames } from './frames.ts';
import type { ImportAlbums, Imports, AlbumAdditions } from './albums.ts';
import type { BugReports, Deletions, Nodes, ScenarioIdeas, ScenarioRuns } from './tools.ts';

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
  /** The member whose invitation verified this one. */
  vouched_by: Generated<number | null>;
  findable_by_email: Generated<Flag>;
  /** Whether directory and search list the member. */
  in_directory: Generated<Flag>;
  /** Whether the member chose the username, or removed it; 0 where Circle suggested it. */
  username_chosen: Generated<Flag>;
  /** JSON list of circle ids: where the daily photo goes. Null until it was chosen: Contacts. */
  daily_circles: Generated<string | null>;
  suspended_until: Generated<number | null>;
  banned_at: Generated<number | null>;
  posts_count: Generated<number>;
  created_at: number;
  /** Renewed by the database with the columns that others are shown: names, picture, badge. */
  revision: Generated<number>;
  /** A password reset confirmed the address for the first time, and its owner has not claimed the account yet. */
  claim_asked_at: Generated<number | null>;
  /** Null for members who joined before there was a choice: the installation's. */
  language: Generated<string | null>;
  /** An IANA name such as `Europe/Berlin`; null for UTC. */
  time_zone: Generated<string | null>;
  /** The delivery of all moments from private circles of others. */
  shared_delivery: Generated<Delivery>;
  /** The hour of letters in the member's time zone, 0 to 23. */
  letter_hour: Generated<number>;
  /** When the next letter is due; 0 until the evening run has computed it. */
  letter_due_at: Generated<number>;
  /** A mailbox member, who takes part by e-mail alone. */
  by_letter: Generated<Flag>;
  /** Whether mails in the name of a member with an account count. */
  mail_in_my_name: Generated<Flag>;
  /** 0 for a member who wants no more questions. */
  takes_questions: Generated<Flag>;
  /** When the last question reached the member. */
  question_at: Generated<number | null>;
  /** When a mailbox member or their mail server stopped the letters. */
  letters_paused_at: Generated<number | null>;
  /** Mails in a row that a mailbox member's mail server refused permanently. */
  bounces: Generated<number>;
}

export interface Jobs {
  id: Generated<number>;
  kind: string;
  payload: string;
  /** The member whose address or content the payload holds; deleting them deletes the row. */
  user_id: number | null;
  /** A key that at most one open job can have. */
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
  /** SHA-256 of what the call contained; null if the key alone stands for it, and for calls before this column. */
  content_hash: string | null;
  /** The public id of the entity that the call created, and those of its parts after it; empty once it is withdrawn. */
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
export interface Schema {
  users: Users;
  sessions: Sessions;
  circles: Circles;
  circle_members: CircleMembers;
  posts: Posts;
  post_circles: PostCircles;
  post_mentions: PostMentions;
  post_hidden_from: PostHiddenFrom;
  questions: Questions;
  ended_memberships: EndedMemberships;
  former_post_circles: FormerPostCircles;
  take_backs: TakeBacks;
  take_back_people: TakeBackPeople;
  take_back_devices: TakeBackDevices;
  images: Images;
  circle_photos: CirclePhotos;
  not_again: NotAgain;
  frames: Frames;
  frame_codes: FrameCodes;
  frame_photos: FramePhotos;
  archives: Archives;
  archive_posts: ArchivePosts;
  archive_photos: ArchivePhotos;
  archive_people: ArchivePeople;
  archive_leftovers: ArchiveLeftovers;
  imports: Imports;
  import_albums: ImportAlbums;
  comments: Comments;
  comment_circles: CommentCircles;
  comment_mentions: CommentMentions;
  likes: Likes;
  like_circles: LikeCircles;
  photo_likes: PhotoLikes;
  photo_like_circles: PhotoLikeCircles;
  blocks: Blocks;
  mutes: Mutes;
  blocked_memberships: BlockedMemberships;
  withdrawn_news: WithdrawnNews;
  told_posts: ToldPosts;
  album_additions: AlbumAdditions;
  told_albums: ToldAlbums;
  posts_in_letters: PostsInLetters;
  letters: Letters;
  letter_photos: LetterPhotos;
  letter_browsers: LetterBrowsers;
  mailbox_invitations: MailboxInvitations;
  stopped_askers: StoppedAskers;
  taken_mails: TakenMails;
  mail_addresses: MailAddresses;
  incoming_mails: IncomingMails;
  video_uploads: VideoUploads;
  video_parts: VideoParts;
  notifications: Notifications;
  unfollowed_posts: UnfollowedPosts;
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

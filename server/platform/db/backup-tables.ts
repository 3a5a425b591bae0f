import type { Schema } from './schema/schema.ts';

export type TableName = keyof Schema;

/**
 * Every table, ordered so that rows never refer to later tables, and whether a backup includes it. A backup leaves out
 * tables that belong to the running server and would do harm in another place or at a later time:
 *
 * - sessions: a restored one would let somebody back in who was signed out since, so everybody signs in again;
 * - jobs: mails that were sent since would go out twice, and files to delete are not in the backup anyway;
 * - rate limits: tries counted at another time;
 * - push subscriptions: each belongs to a session;
 * - tickets: handed out for a moment, some of them open a session;
 * - exports and archives of circles: the backup lacks their files, and a member can ask again;
 * - received mails that wait for their job: the backup lacks their files;
 * - browsers of mailbox members: a restored one would let somebody back in;
 * - photos of letters: the backup lacks their files, and they are made again;
 * - uploads of videos: the backup lacks their files, and the browser starts them again;
 * - frames and their codes: a restored one would show a circle again on a frame that was ended since;
 * - photos of frames: the backup lacks their files, and they are made again;
 * - nodes: none of them is up where it is restored;
 * - likes and contacts taken back in the last hour;
 * - runs of the scenario tool: they tell of the machine they ran on.
 */
const keeping: Readonly<Record<TableName, boolean>> = {
  meta: true,
  users: true,
  sessions: false,
  circles: true,
  circle_members: true,
  ended_memberships: true,
  imports: true,
  posts: true,
  import_albums: true,
  post_circles: true,
  post_mentions: true,
  post_hidden_from: true,
  questions: true,
  former_post_circles: true,
  take_backs: true,
  take_back_people: true,
  take_back_devices: true,
  images: true,
  circle_photos: true,
  not_again: true,
  frames: false,
  frame_codes: false,
  frame_photos: false,
  comments: true,
  comment_circles: true,
  comment_mentions: true,
  likes: true,
  like_circles: true,
  photo_likes: true,
  photo_like_circles: true,
  blocks: true,
  mutes: true,
  blocked_memberships: true,
  invitations: true,
  notifications: true,
  withdrawn_news: false,
  unfollowed_posts: true,
  told_posts: true,
  album_additions: true,
  told_albums: true,
  letters: true,
  posts_in_letters: true,
  letter_photos: false,
  letter_browsers: false,
  mailbox_invitations: true,
  stopped_askers: true,
  taken_mails: true,
  mail_addresses: true,
  incoming_mails: false,
  video_uploads: false,
  video_parts: false,
  notification_preferences: true,
  push_subscriptions: false,
  known_browsers: true,
  totp_secrets: true,
  recovery_codes: true,
  passkeys: true,
  tickets: false,
  denials: true,
  exports: false,
  archives: false,
  archive_posts: false,
  archive_photos: false,
  archive_people: false,
  archive_leftovers: false,
  verification_requests: true,
  name_requests: true,
  reports: true,
  report_photos: true,
  report_reviewers: true,
  email_tokens: true,
  repeated_calls: true,
  payments: true,
  subscriptions: true,
  webhook_events: true,
  jobs: false,
  audit: true,
  rate_limits: false,
  bug_reports: true,
  scenario_runs: false,
  scenario_ideas: true,
  nodes: false,
  deletions: true,
};

/** The columns of each table's primary key, where that is not `id`. */
const otherKeys: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  meta: ['key'],
  circle_members: ['circle_id', 'user_id'],
  ended_memberships: ['circle_id', 'user_id', 'sees_after_post_id'],
  post_circles: ['circle_id', 'post_id'],
  circle_photos: ['circle_id', 'day_key'],
  not_again: ['user_id', 'scope', 'target'],
  frame_codes: ['code_hash'],
  frame_photos: ['image_id'],
  import_albums: ['post_id'],
  post_mentions: ['post_id', 'user_id'],
  post_hidden_from: ['post_id', 'user_id'],
  stopped_askers: ['address_hash', 'inviter_id'],
  former_post_circles: ['post_id', 'circle_id'],
  take_back_people: ['take_back_id', 'user_id'],
  take_back_devices: ['take_back_id', 'session'],
  letter_browsers: ['token_hash', 'user_id'],
  taken_mails: ['user_id', 'message_id_hash'],
  mail_addresses: ['user_id', 'circle_id'],
  incoming_mails: ['public_id'],
  comment_circles: ['comment_id', 'circle_id'],
  comment_mentions: ['comment_id', 'user_id'],
  likes: ['post_id', 'user_id'],
  like_circles: ['post_id', 'user_id', 'circle_id'],
  photo_likes: ['image_id', 'user_id'],
  photo_like_circles: ['image_id', 'user_id', 'circle_id'],
  blocks: ['blocker_id', 'blocked_id'],
  mutes: ['muter_id', 'muted_id'],
  blocked_memberships: ['circle_id', 'user_id'],
  withdrawn_news: ['user_id', 'group_key', 'actor_id'],
  unfollowed_posts: ['user_id', 'post_id'],
  told_posts: ['circle_id', 'user_id', 'post_id'],
  told_albums: ['user_id', 'post_id'],
  letters: ['user_id'],
  posts_in_letters: ['post_id', 'user_id'],
  letter_photos: ['image_id'],
  video_parts: ['upload_id', 'position'],
  notification_preferences: ['user_id', 'kind'],
  totp_secrets: ['user_id'],
  tickets: ['token_hash'],
  denials: ['user_id'],
  exports: ['user_id'],
  archive_posts: ['archive_id', 'post_id'],
  archive_photos: ['archive_id', 'day_key'],
  archive_people: ['archive_id', 'user_id'],
  archive_leftovers: ['public_id'],
  report_photos: ['report_id', 'image_id'],
  report_reviewers: ['report_id', 'user_id'],
  email_tokens: ['token_hash'],
  repeated_calls: ['user_id', 'key'],
  subscriptions: ['user_id'],
  webhook_events: ['event_id'],
  rate_limits: ['key'],
};

export const keyColumns = (table: TableName): readonly string[] => otherKeys[table] ?? ['id'];

const isTable = (name: string): name is TableName => Object.hasOwn(keeping, name);

/**
 * A move takes all tables: the old place is stopped, and the new one continues from the same moment. So members stay
 * signed in, waiting mails are sent once, rate limits stay counted, and an export can still be downloaded.
 */
export const allTables: readonly TableName[] = Object.keys(keeping).filter(isTable);

export const backupTables: readonly TableName[] = allTables.filter((name) => keeping[name]);

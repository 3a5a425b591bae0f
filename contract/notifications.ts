import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, paging } from './fields.ts';
import { Notification, page } from './shapes.ts';

/** A member's choice for one kind of notification. */
export const Choice = z.strictObject({ bell: z.boolean(), email: z.boolean(), push: z.boolean() });
export type Choice = z.infer<typeof Choice>;

/** The closed list of kinds for which members choose channels. */
const ofEachKind = <T>(one: T) => ({
  like: one,
  likes_narrowed: one,
  comment: one,
  answer: one,
  mention: one,
  followed_comment: one,
  added_to_circle: one,
  added_to_contacts: one,
  invitation_accepted: one,
  circle_invitation: one,
  circle_handed_over: one,
  circle_passed_on: one,
  keeper_named: one,
  keeper_ended: one,
  letters_carry_content: one,
  letters_returned: one,
  mail_counted: one,
  question: one,
  question_answered: one,
  verification_approved: one,
  verification_rejected: one,
  warning: one,
  content_removed: one,
  report_resolved: one,
  report_dismissed: one,
  report_waiting: one,
  verification_waiting: one,
  backup_failed: one,
  account_locked: one,
  admin_acted: one,
  name_waiting: one,
  name_approved: one,
  name_refused: one,
  new_sign_in: one,
  second_factor_changed: one,
  reset_link_made: one,
  export_ready: one,
  archive_ready: one,
  donation_received: one,
  payment_failed: one,
  payment_refunded: one,
  subscription_started: one,
  subscription_renewed: one,
  subscription_changed: one,
  subscription_canceled: one,
  subscription_ended: one,
});
export type ChosenKind = keyof ReturnType<typeof ofEachKind>;
/** Members choose delivery of new moments and photos by circle, not channels. Bell and push are always on for these kinds. */
export type NotificationKind = ChosenKind | 'new_moments' | 'new_photos';

/**
 * Kinds without a choice of mail: the inviter's own mail announces an invitation, and changes of an account's
 * protection and links for a new password are always mailed.
 */
export const mailedOtherwise: readonly NotificationKind[] = [
  'circle_invitation',
  'second_factor_changed',
  'reset_link_made',
];

/** Kinds that only a place with payments sends. */
export const aboutPayments: readonly NotificationKind[] = [
  'donation_received',
  'payment_failed',
  'payment_refunded',
  'subscription_started',
  'subscription_renewed',
  'subscription_changed',
  'subscription_canceled',
  'subscription_ended',
];
/** Kinds that only administrators get. */
export const forAdmins: readonly NotificationKind[] = [
  'report_waiting',
  'verification_waiting',
  'backup_failed',
  'account_locked',
  'admin_acted',
  'name_waiting',
];
/** Kinds that a member gets once at most, so there is nothing to choose. */
export const sentOnce: readonly NotificationKind[] = ['likes_narrowed'];
/** Kinds that cannot be switched off: moderation decisions, and security alerts that an intruder would mute. */
export const alwaysInBell: readonly NotificationKind[] = [
  'warning',
  'content_removed',
  'new_sign_in',
  'second_factor_changed',
  'reset_link_made',
  'admin_acted',
  'mail_counted',
];
/** An intruder cannot stop the mail that reports how they came in, and that lets the member deny it. */
export const alwaysMailed: readonly NotificationKind[] = ['new_sign_in'];

const chosen = z.optional(Choice);
const chosenInBell = z.optional(Choice.check(z.refine(({ bell }) => bell, messages.bellAlways)));
const chosenOfSignIn = z.optional(
  Choice.check(z.refine(({ bell, email }) => bell && email, messages.signInAlways)),
);

export const preferences = endpoint.get('/api/notification-preferences', {
  credential: 'member',
  summary: 'How the caller wants to be told of each kind of notification',
  input: z.strictObject({}),
  output: z.object(ofEachKind(Choice)),
  caching: 'no-store',
});

export const setPreferences = endpoint.put('/api/notification-preferences', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Sets the kinds that are given and leaves the rest; answers all of them',
  input: z.strictObject({
    ...ofEachKind(chosen),
    warning: chosenInBell,
    content_removed: chosenInBell,
    new_sign_in: chosenOfSignIn,
    second_factor_changed: chosenInBell,
    reset_link_made: chosenInBell,
    admin_acted: chosenInBell,
    mail_counted: chosenInBell,
  }),
  output: z.object(ofEachKind(Choice)),
  caching: 'no-store',
});

export const unread = endpoint.get('/api/notifications/unread', {
  credential: 'member',
  summary: 'How many notifications are unread, counted up to 10',
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
});

export const list = endpoint.get('/api/notifications', {
  credential: 'member',
  summary: 'Notifications whose objects the caller may still see, newest first',
  input: z.strictObject({ ...paging }),
  output: page(Notification),
});

export const markRead = endpoint.put('/api/notifications/:id/read', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Marks one notification as read',
  input: z.strictObject({ id }),
  output: null,
});

export const markAllRead = endpoint.put('/api/notifications/read-all', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Marks all notifications as read',
  input: z.strictObject({}),
  output: null,
});

export const remove = endpoint.delete('/api/notifications/:id', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Deletes one notification',
  input: z.strictObject({ id }),
  output: null,
});

const address = z.string().check(z.maxLength(2_000, messages.invalid));
const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,200}={0,2}$/, messages.invalid));

/**
 * A browser's push subscription. All of `PushSubscription.toJSON()` is accepted, but a push has no content that its keys
 * would encrypt.
 */
const subscription = z.strictObject({
  endpoint: address,
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.optional(z.strictObject({ p256dh: key, auth: key })),
});

export const subscribePush = endpoint.post('/api/push-subscriptions', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Has this browser told of news by its push service, for as long as its session lasts',
  input: subscription,
  output: null,
  status: 201,
});

export const unsubscribePush = endpoint.delete('/api/push-subscriptions', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Ends that; of a subscription it knows nothing of it says the same',
  input: subscription,
  output: null,
  inBody: true,
});

const following = { following: z.boolean() };

export const findFollowing = endpoint.get('/api/posts/:id/follow', {
  credential: 'member',
  summary: 'Whether the caller, who commented on the moment, is notified of its later comments',
  input: z.strictObject({ id }),
  output: z.object({
    ...following,
    /** The caller stopped it and could resume it. */
    hasStopped: z.boolean(),
  }),
});

export const follow = endpoint.put('/api/posts/:id/follow', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Notifies the caller of later comments again; once or many times is the same',
  input: z.strictObject({ id }),
  output: z.object(following),
});

export const unfollow = endpoint.delete('/api/posts/:id/follow', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Notifies the caller of no later comment of the moment',
  input: z.strictObject({ id }),
  output: z.object(following),
});

import type { ChosenKind, Choice, NotificationKind } from '../../../contract/notifications.ts';
import { sharedWithYou } from '../../../contract/posts.ts';
import { readFactorChange } from './factor-change.ts';
import type { Words } from '../../words/words.ts';
import { adminActTitle } from './admin-act.ts';
import { byHeart } from './by-mail.ts';
import { deviceIn } from './device.ts';

/**
 * The default channels of each kind. Few kinds send mail: those that cannot wait for the next visit. Pushes go only
 * to subscribed browsers.
 */
export const defaults: Readonly<Record<ChosenKind, Choice>> = {
  like: { bell: true, email: false, push: false },
  likes_narrowed: { bell: true, email: false, push: false },
  comment: { bell: true, email: false, push: true },
  answer: { bell: true, email: false, push: true },
  mention: { bell: true, email: false, push: true },
  followed_comment: { bell: true, email: false, push: true },
  added_to_circle: { bell: true, email: false, push: true },
  added_to_contacts: { bell: true, email: false, push: true },
  invitation_accepted: { bell: true, email: false, push: true },
  circle_invitation: { bell: true, email: false, push: true },
  circle_handed_over: { bell: true, email: false, push: true },
  circle_passed_on: { bell: true, email: true, push: true },
  keeper_named: { bell: true, email: false, push: true },
  keeper_ended: { bell: true, email: false, push: true },
  letters_carry_content: { bell: true, email: false, push: true },
  letters_returned: { bell: true, email: true, push: true },
  mail_counted: { bell: true, email: false, push: true },
  question: { bell: true, email: false, push: true },
  question_answered: { bell: true, email: false, push: true },
  verification_approved: { bell: true, email: true, push: true },
  verification_rejected: { bell: true, email: true, push: true },
  warning: { bell: true, email: true, push: true },
  content_removed: { bell: true, email: true, push: true },
  report_resolved: { bell: true, email: false, push: false },
  report_dismissed: { bell: true, email: false, push: false },
  report_waiting: { bell: true, email: true, push: true },
  verification_waiting: { bell: true, email: false, push: true },
  backup_failed: { bell: true, email: true, push: true },
  account_locked: { bell: true, email: true, push: true },
  admin_acted: { bell: true, email: true, push: true },
  name_waiting: { bell: true, email: false, push: true },
  name_approved: { bell: true, email: true, push: true },
  name_refused: { bell: true, email: true, push: true },
  new_sign_in: { bell: true, email: true, push: true },
  second_factor_changed: { bell: true, email: false, push: true },
  reset_link_made: { bell: true, email: false, push: true },
  export_ready: { bell: true, email: true, push: true },
  archive_ready: { bell: true, email: true, push: true },
  donation_received: { bell: true, email: true, push: false },
  payment_failed: { bell: true, email: true, push: true },
  payment_refunded: { bell: true, email: true, push: false },
  subscription_started: { bell: true, email: true, push: false },
  subscription_renewed: { bell: true, email: true, push: false },
  subscription_changed: { bell: true, email: true, push: false },
  subscription_canceled: { bell: true, email: true, push: false },
  subscription_ended: { bell: true, email: true, push: true },
};

/** Mailed and pushed even if it was read or deleted a moment earlier: an intruder would do that first. */
export const alwaysDelivered: ChosenKind = 'new_sign_in';

/** The detail of `added_to_circle` for a member who joined by accepting an invitation. */
export const byInvitation = 'invitation';

/** The data for a notification's words, read together with the row when it is listed. */
export interface NotificationData {
  kind: NotificationKind;
  actorId: string | null;
  actorName: string;
  postId: string | null;
  commentId: string | null;
  circleId: string | null;
  circleName: string | null;
  invitationId: string | null;
  questionId: string | null;
  detail: string | null;
  /** For an accepted invitation: a circle of the reader's that the actor is in now. */
  joinedCircle: string | null;
  /** The notification is about a comment, not about the moment itself. */
  isOfComment: boolean;
  /** Likes or comments are of the reader's photos in the moment, none of the moment itself. */
  isOfPhotos: boolean;
  /** People besides the actor who like the moment, up to 100, or commented on it later. */
  others: number;
  /** New moments, up to 100. */
  moments: number;
  /** Photos that were added to an album, and its title. */
  photos: number;
  albumTitle: string;
}

interface Sentences {
  title: string;
  message: string;
  /** A path of ours; null where there is nothing to open. */
  actionUrl: string | null;
  actionText: string | null;
}

/** Title, message and action of a notification. */
export const wordsOf = (language: Words, told: NotificationData): Sentences => {
  const words = language.notification;
  const { message: said, action } = words[told.kind];
  const factor = told.kind === 'second_factor_changed' ? readFactorChange(language, told.detail ?? '') : null;
  const device = factor ? factor.device : told.detail;
  const message =
    typeof said === 'string'
      ? said
      : said({ circle: told.joinedCircle, device: device && deviceIn(language, device) });
  const circle = told.circleName ?? '';
  const toPost = `/post/${told.postId ?? ''}`;
  const toCircle = `/circle-management?id=${told.circleId ?? ''}`;
  const toBilling = '/my-account/plan';
  const toContacts = `/contacts?add=${told.actorId ?? ''}`;
  const [title, actionUrl] = {
    like: () =>
      [
        (told.isOfPhotos ? words.like.ofPhoto : words.like.title)({
          name: told.actorName,
          others: told.others,
          shown: told.others > 99 ? '99+' : told.others,
        }),
        toPost,
      ] as const,
    comment: () => [words.comment.title({ name: told.actorName }), toPost] as const,
    answer: () => [words.answer.title({ name: told.actorName }), toPost] as const,
    mention: () =>
      [words.mention.title({ name: told.actorName, isOfComment: told.isOfComment }), toPost] as const,
    followed_comment: () =>
      [
        (told.isOfPhotos ? words.followed_comment.ofPhoto : words.followed_comment.title)({
          name: told.actorName,
          others: told.others,
        }),
        toPost,
      ] as const,
    new_moments: () =>
      [
        words.new_moments.title({
          count: told.moments,
          shown: told.moments > 99 ? '99+' : told.moments,
          circle: told.circleName,
        }),
        `/home?circleId=${told.circleId ?? sharedWithYou}`,
      ] as const,
    new_photos: () =>
      [words.new_photos.title({ count: told.photos, album: told.albumTitle }), toPost] as const,
    likes_narrowed: () => [words.likes_narrowed.title, null] as const,
    added_to_circle: () =>
      [
        words.added_to_circle.title({ name: told.detail === byInvitation ? null : told.actorName, circle }),
        toCircle,
      ] as const,
    added_to_contacts: () => [words.added_to_contacts.title({ name: told.actorName }), toContacts] as const,
    invitation_accepted: () =>
      [words.invitation_accepted.title({ name: told.actorName }), toContacts] as const,
    circle_invitation: () =>
      [
        words.circle_invitation.title({ name: told.actorName, circle: told.circleName }),
        `/join/${told.invitationId ?? ''}`,
      ] as const,
    circle_handed_over: () =>
      [words.circle_handed_over.title({ name: told.actorName, circle }), toCircle] as const,
    circle_passed_on: () => [words.circle_passed_on.title({ circle }), toCircle] as const,
    keeper_named: () => [words.keeper_named.title({ name: told.actorName, circle }), toCircle] as const,
    keeper_ended: () => [words.keeper_ended.title({ name: told.actorName, circle }), toCircle] as const,
    letters_carry_content: () =>
      [words.letters_carry_content.title({ name: told.actorName, circle }), toCircle] as const,
    letters_returned: () => [words.letters_returned.title({ name: told.actorName }), null] as const,
    mail_counted: () => {
      const what = told.detail === byHeart ? 'heart' : told.isOfComment ? 'comment' : 'post';
      const id = what === 'comment' ? told.commentId : told.postId;
      const counted = words.mail_counted.title({ what, circle: told.circleName });
      return [counted, `/my-account/mails?${what}=${id ?? ''}`] as const;
    },
    question: () =>
      [
        words.question.title({ name: told.actorName }),
        `/create-post?question=${told.questionId ?? ''}`,
      ] as const,
    question_answered: () => [words.question_answered.title({ name: told.actorName }), toPost] as const,
    new_sign_in: () => [words.new_sign_in.title, '/auth/not-me'] as const,
    second_factor_changed: () => [factor?.title ?? '', '/auth/not-me'] as const,
    reset_link_made: () => [words.reset_link_made.title, '/auth/not-me'] as const,
    export_ready: () => [words.export_ready.title, '/my-account/data#export'] as const,
    archive_ready: () => [words.archive_ready.title({ circle }), `${toCircle}#archive`] as const,
    donation_received: () => [words.donation_received.title, toBilling] as const,
    payment_failed: () => [words.payment_failed.title, toBilling] as const,
    payment_refunded: () => [words.payment_refunded.title, toBilling] as const,
    subscription_started: () => [words.subscription_started.title, toBilling] as const,
    subscription_renewed: () => [words.subscription_renewed.title, toBilling] as const,
    subscription_changed: () => [words.subscription_changed.title, toBilling] as const,
    subscription_canceled: () => [words.subscription_canceled.title, toBilling] as const,
    subscription_ended: () => [words.subscription_ended.title, toBilling] as const,
    verification_approved: () => [words.verification_approved.title, '/create-post'] as const,
    verification_rejected: () => [words.verification_rejected.title, '/verification'] as const,
    warning: () => [words.warning.title, null] as const,
    content_removed: () => [words.content_removed.title, null] as const,
    report_resolved: () => [words.report_resolved.title, null] as const,
    report_dismissed: () => [words.report_dismissed.title, null] as const,
    report_waiting: () => [words.report_waiting.title, '/admin/reports'] as const,
    verification_waiting: () => [words.verification_waiting.title, '/admin/verifications'] as const,
    backup_failed: () => [words.backup_failed.title, '/admin/system'] as const,
    name_waiting: () => [words.name_waiting.title, '/verification'] as const,
    name_approved: () => [words.name_approved.title, '/my-account/profile'] as const,
    name_refused: () => [words.name_refused.title, '/my-account/profile'] as const,
    account_locked: () => [words.account_locked.title, '/admin/audit'] as const,
    admin_acted: () => {
      const name = told.actorId === null ? null : told.actorName;
      return [adminActTitle(language, told.detail, name), '/admin/audit'] as const;
    },
  }[told.kind]();
  return { title, message, actionUrl, actionText: action };
};

/** Whether members choose channels for a stored kind. */
export const isChosenKind = (kind: string): kind is ChosenKind => Object.hasOwn(defaults, kind);

/** Whether a stored kind is one that this version knows. */
export const isKind = (kind: string): kind is NotificationKind =>
  kind === 'new_moments' || kind === 'new_photos' || isChosenKind(kind);

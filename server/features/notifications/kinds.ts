import { en } from '../../words/en.ts';

/** The closed list of kinds; each has its words in the catalogue under the same name. */
export type NotificationKind = keyof typeof en.notification;

/** What a notification's words are made of, read together with the row, at the moment of reading (2.17). */
export interface Told {
  kind: NotificationKind;
  actorId: string | null;
  actorName: string;
  postId: string | null;
  circleId: string | null;
  circleName: string | null;
  invitationId: string | null;
  /** People besides the actor who like the moment. */
  others: number;
}

interface Words {
  title: string;
  message: string;
  actionUrl: string;
  actionText: string;
}

/** Title, message and action of a notification. `actionUrl` is always a path of ours. */
export const wordsOf = (told: Told): Words => {
  const words = en.notification;
  const { message, action } = words[told.kind];
  const circle = told.circleName ?? '';
  const toPost = `/post/${told.postId ?? ''}`;
  const toCircle = `/circle-management?id=${told.circleId ?? ''}`;
  const toContacts = `/contacts?add=${told.actorId ?? ''}`;
  const [title, actionUrl] = {
    like: () => [words.like.title(told.actorName, told.others), toPost] as const,
    comment: () => [words.comment.title(told.actorName), toPost] as const,
    added_to_circle: () => [words.added_to_circle.title(told.actorName, circle), toCircle] as const,
    added_to_contacts: () => [words.added_to_contacts.title(told.actorName), toContacts] as const,
    invitation_accepted: () => [words.invitation_accepted.title(told.actorName), toContacts] as const,
    circle_invitation: () =>
      [
        words.circle_invitation.title(told.actorName, told.circleName),
        `/join/${told.invitationId ?? ''}`,
      ] as const,
    circle_handed_over: () => [words.circle_handed_over.title(told.actorName, circle), toCircle] as const,
    verification_approved: () => [words.verification_approved.title(), '/create-post'] as const,
  }[told.kind]();
  return { title, message, actionUrl, actionText: action };
};

/** Whether a stored kind is one that this version knows. */
export const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(en.notification, kind);

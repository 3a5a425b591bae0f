import type { When } from '../../contract/delivery.ts';

// The objects of the model (model.ts).

export type Who = number;

export interface Membership {
  /** The member does not see posts up to this number (CIRCLE-12). */
  seesFrom: number;
  addedBy: Who;
  /** The number at which the member was named a keeper, null for others. The smallest has kept the circle longest. */
  keeps: number | null;
  /** Whether the member shows their profile to everyone in the circle. */
  shows: boolean;
  /** The longest-standing member comes first. */
  order: number;
  priority: number;
  delivery: When;
  /** Posts up to this number count as told. */
  told: number;
  /** The newest post when the member chose that nothing reaches them. */
  stopped: number;
}

export interface CircleModel {
  id: string;
  name: string;
  owner: Who;
  kind: 'shared' | 'private';
  isContacts: boolean;
  showsEarlier: boolean;
  lettersCarry: 'names' | 'content';
  members: Map<Who, Membership>;
}

/** Whether a member owns or keeps the circle. */
export const runs = (who: Who, { owner, members }: CircleModel): boolean =>
  owner === who || typeof members.get(who)?.keeps === 'number';

/** Whether the circle opens the profile of a member to the viewer: who added them runs it, or it sees their face. */
export const opensProfile = (viewer: Who, who: Who, circle: CircleModel): boolean => {
  const inside = circle.members.get(viewer);
  if (!inside) return false;
  return (inside.addedBy === who && runs(who, circle)) || circle.members.get(who)?.shows === true;
};

export interface PostModel {
  id: string;
  number: number;
  author: Who;
  content: string;
  isEdited: boolean;
  circles: Set<string>;
  /** Those of its circles whose letters carried words and photos when it was shared. */
  carried: Set<string>;
  /** The members whom the post leaves out, and since when. */
  leftOut: Map<Who, number>;
  /** The circles through which each member could see it at some time. */
  saw: Map<Who, Set<string>>;
  /** The circles of each like, by its giver. The latest like comes last. */
  likes: Map<Who, Set<string>>;
  mentions: Set<Who>;
  album: { title: string; adds: 'author' | 'circle' } | null;
  photos: PhotoModel[];
  /** The id of its voice. */
  voice?: string | null;
}

/** A photo of a post: the poster of a video. */
export interface PhotoModel {
  id: string;
  /** The member who uploaded it. */
  adder: Who;
  /** A day of the last year, which may end while a history is played. */
  takenOn: string | null;
  /** Its hearts, like those of a post. */
  likes: Map<Who, Set<string>>;
}

export interface CommentModel {
  id: string;
  number: number;
  author: Who;
  content: string;
  isEdited: boolean;
  post: string;
  circles: Set<string>;
  /** The first comment above an answer, even after it is deleted. */
  thread: { id: string; number: number } | null;
  answered: Who | null;
  /** The photo that it is about. */
  photo: string | null;
  /** The member who added it, also once it has left the post. */
  photoOf: Who | null;
  voice: string | null;
  mentions: Set<Who>;
}

export interface InvitationModel {
  id: string;
  inviter: Who;
  to: Who;
  circle: string;
  acceptedBy: Who | null;
  withdrawn: boolean;
}

export interface PersonModel {
  banned: boolean;
  suspended: boolean;
  blocks: Set<Who>;
  mutes: Set<Who>;
  /** For all private circles of others. */
  sharedDelivery: When;
}

/** A member's notification of later comments under a post. */
export interface ConversationModel {
  /** The number of the first comment that it is about. */
  first: number;
  isRead: boolean;
}

/** A member's notification of new moments: the numbers of the first and last that it is about. */
export interface MomentsModel {
  first: number;
  last: number;
  isRead: boolean;
}

/** Whether the circle is a private one of another member. */
export const isOfOthers = (who: Who, { kind, owner }: CircleModel): boolean =>
  kind === 'private' && owner !== who;

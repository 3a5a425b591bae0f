import { messages } from '../../contract/errors/errors.ts';
import type { Circle } from '../../contract/shapes.ts';
import { conflict, forbidden } from '../platform/problem.ts';
import type { FoundPhoto } from './find/images.ts';
import type { FoundAlbum, FoundPost } from './find/posts.ts';
import type { FoundCircle, SeenCircle } from './find/circles.ts';
import type { FoundComment } from './find/comments.ts';
import type { Viewer } from './viewer.ts';

/**
 * The rights of a viewer over objects that they see, as checks on loaded objects. Each throws `forbidden` (403), or
 * `conflict` (409) if the object's state forbids the action to everybody.
 */

interface CircleEdit {
  name: string;
  showsEarlierPosts?: boolean | undefined;
  lettersCarry?: Circle['lettersCarry'] | undefined;
}

const assertOwns = (viewer: Viewer, circle: FoundCircle): void => {
  if (circle.ownerId !== viewer.id) throw forbidden(messages.onlyOwner);
};

const mustNotBeContacts = (circle: FoundCircle): void => {
  if (circle.isContacts) throw conflict(messages.contactsFixed);
};

/** The owner and the keepers add, invite and remove members. */
export const assertMayManageMembers = (viewer: Viewer, circle: SeenCircle): void => {
  if (!circle.isKeeper) assertOwns(viewer, circle);
};

/** Contacts keeps its name. Settings about sight and letters are the owner's alone. */
export const assertMayEdit = (
  viewer: Viewer,
  circle: SeenCircle,
  { name, showsEarlierPosts, lettersCarry }: CircleEdit,
): void => {
  if (showsEarlierPosts === undefined && lettersCarry === undefined) assertMayManageMembers(viewer, circle);
  else assertOwns(viewer, circle);
  if (circle.isContacts && name !== circle.name) mustNotBeContacts(circle);
};

/** The owner names the keepers of a shared circle. */
export const assertMayNameKeepers = (viewer: Viewer, circle: FoundCircle): void => {
  assertOwns(viewer, circle);
  if (circle.kind !== 'shared') throw conflict(messages.keepersShared);
};

/** Everybody in a shared circle decides what the others see of them. */
export const assertMayShowFace = (circle: FoundCircle): void => {
  if (circle.kind !== 'shared') throw conflict(messages.faceShared);
};

/** Members of a private circle know nothing of each other. */
export const assertMayAsk = (circle: FoundCircle): void => {
  if (circle.kind !== 'shared') throw conflict(messages.questionShared);
};

export const assertMayDeleteCircle = (viewer: Viewer, circle: FoundCircle): void => {
  assertOwns(viewer, circle);
  mustNotBeContacts(circle);
};

export const assertMayHandOver = (viewer: Viewer, circle: FoundCircle): void => {
  assertOwns(viewer, circle);
  if (circle.kind !== 'shared') throw conflict(messages.handOverShared);
};

/**
 * The owner removes others, keepers all but keepers, and every member may leave. The owner can leave only after handing
 * the circle over.
 */
export const assertMayRemoveMember = (
  viewer: Viewer,
  circle: SeenCircle,
  member: { id: number; isKeeper: boolean },
): void => {
  if (member.id !== viewer.id) assertMayManageMembers(viewer, circle);
  if (member.id === circle.ownerId) throw conflict(messages.ownerStays);
  if (member.id !== viewer.id && member.isKeeper) assertOwns(viewer, circle);
};

/** Only the author deletes a post or reads the list of its readers. */
export const assertIsAuthor = (viewer: Viewer, post: FoundPost): void => {
  if (post.authorId !== viewer.id) throw forbidden(messages.onlyAuthor);
};

/** The author adds photos to an album; everyone in its circle does where the author allows it. */
export const assertMayAddPhotos = (viewer: Viewer, album: FoundAlbum): void => {
  if (album.authorId !== viewer.id && !(album.adds === 'circle' && album.isInAudience))
    throw forbidden(messages.albumAuthorAdds);
};

/** Only the member who added a photo replaces it (PHOTO-17). */
export const assertIsAdder = (viewer: Viewer, photo: FoundPhoto): void => {
  if (photo.adderId !== viewer.id) throw forbidden(messages.notYourPhoto);
};

/** The writer deletes their comment, and the author of a moment deletes the comments under it (COMMENT-6). */
export const assertMayDeleteComment = (viewer: Viewer, comment: FoundComment): void => {
  if (comment.authorId !== viewer.id && comment.postAuthorId !== viewer.id)
    throw forbidden(messages.onlyAuthors);
};

/** Only the writer edits a comment. */
export const assertIsWriter = (viewer: Viewer, comment: FoundComment): void => {
  if (comment.authorId !== viewer.id) throw forbidden(messages.onlyAuthor);
};

import { sql } from 'kysely';
import {
  col,
  hiddenPeople,
  isInAudience,
  isUnclaimed,
  type Predicate,
  seesPerson,
  seesPost,
  type SqlRef,
} from './sees.ts';

interface PhotoRefs {
  /** The member who added the photo: the author of the moment, or another member of an album's circle. */
  adder: SqlRef;
  post: SqlRef;
  postAuthor: SqlRef;
}

/** The columns of a photo, by the alias of its row and of its post's row. */
export const photoRefs = (image: string, post: string): PhotoRefs => ({
  adder: col(`${image}.owner_id`),
  post: col(`${post}.id`),
  postAuthor: col(`${post}.author_id`),
});

/**
 * Photos that others added to an album belong to its circle (ALBUM-5): its present readers see them, without those whom
 * a block or ban parts from the member who added them. Requires a viewer who sees the post.
 */
export const seesPhotoOfSeenPost = (viewer: SqlRef, photo: PhotoRefs): Predicate => sql<boolean>`(
  ${photo.adder} in (${photo.postAuthor}, ${viewer})
  or (${isInAudience(viewer, photo.post)} and ${seesPerson(viewer, photo.adder)} and not ${isUnclaimed(photo.adder)}))`;

/**
 * Whether comments about photos of the post may be hidden. Looked up by the few hidden people, so that a list asks it of
 * each post. `post` is the alias of a `posts` row that the viewer sees.
 */
export const mayHideTalkAboutPhotos = (viewer: SqlRef, post: string): Predicate => sql<boolean>`(
  (${col(`${post}.author_id`)} = ${viewer} and not ${isInAudience(viewer, col(`${post}.id`))})
  or exists (select 1 from comments about
    where about.post_id = ${col(`${post}.id`)} and about.about_owner_id in (
      ${hiddenPeople(viewer)} union all select id from users where claim_asked_at is not null)))`;

/** The viewer added the photo, or sees the post and the photo (ALBUM-5). */
const seesPhoto = (viewer: SqlRef, photo: PhotoRefs): Predicate => sql<boolean>`(
  ${photo.adder} = ${viewer}
  or (${seesPost(viewer, { id: photo.post, author: photo.postAuthor })} and ${seesPhotoOfSeenPost(viewer, photo)}))`;

/** Like `seesPhoto`, by the photo's key alone. False for an image of no post. */
// `exists` would let PostgreSQL judge every photo there is and look up the wanted ones in memory.
export const seesPhotoById = (viewer: SqlRef, image: SqlRef): Predicate => sql<boolean>`((
  select 1 from images pictured join posts around on around.id = pictured.post_id
  where pictured.id = ${image} and ${seesPhoto(viewer, photoRefs('pictured', 'around'))} limit 1) is not null)`;

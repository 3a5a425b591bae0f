import { type RawBuilder, sql } from 'kysely';
import { col, type Predicate, seesFullProfile, seesPost, seesProfile, type SqlRef } from './sees.ts';
import { seesPhotoById } from './sees-photos.ts';
import { commentRefs, seesComment } from './sees-talk.ts';

interface ImageRefs {
  id: SqlRef;
  owner: SqlRef;
  post: SqlRef;
  kind: RawBuilder<string>;
}

/** The columns of an image, by the alias of its row. */
export const imageRefs = (image: string): ImageRefs => ({
  id: col(`${image}.id`),
  owner: col(`${image}.owner_id`),
  post: col(`${image}.post_id`),
  kind: sql.ref<string>(`${image}.kind`),
});

/** The voice of a moment or comment is heard by those who see that (VOICE-4). */
// `exists` would let PostgreSQL judge every moment there is.
const hearsVoice = (viewer: SqlRef, { id, owner }: ImageRefs): Predicate => sql<boolean>`(
  (select 1 from posts spoken where spoken.voice_id = ${id} and spoken.author_id = ${owner}
    and ${seesPost(viewer, { id: col('spoken.id'), author: col('spoken.author_id') })} limit 1) is not null
  or (select 1 from comments said join posts around on around.id = said.post_id
    where said.voice_id = ${id} and said.author_id = ${owner}
    and ${seesComment(viewer, commentRefs('said', 'around'))} limit 1) is not null)`;

/**
 * An image is served to the member who uploaded it, and to members who see it in its post, or the profile whose current
 * picture it is. An unattached image is its uploader's alone (PHOTO-1, PHOTO-8). For photos that a report keeps see
 * `seesEvidence`.
 */
export const seesImage = (viewer: SqlRef, image: ImageRefs, now: number | SqlRef): Predicate => sql<boolean>`(
  (${image.kind} <> 'evidence' and ${image.owner} = ${viewer})
  or (${image.post} is not null and ${seesPhotoById(viewer, image.id)})
  or (${image.kind} = 'voice' and ${hearsVoice(viewer, image)})
  or exists (select 1 from users pictured where pictured.id = ${image.owner} and pictured.avatar_id = ${image.id}
    and ${seesFullProfile(viewer, col('pictured.id'))} and ${seesProfile(viewer, col('pictured.id'), now)}))`;

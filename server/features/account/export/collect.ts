import { limits } from '../../../../contract/limits.ts';
import type { Photo, Post, Video, Voice } from '../../../../contract/shapes.ts';
import { storedName } from '../../../access/show/voices.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import { type AddedPhoto, ownPhotosOfAlbum } from '../../albums/export.ts';
import { describeVoice, voiceFile } from '../../media/voices.ts';
import { listPostsOfMember } from '../../posts/read.ts';

/** A file of the ZIP: its name there, and under `/uploads/`. */
export interface ExportedFile {
  file: string;
  name: string;
  /** The video or voice, which is stored in pieces; null for a photo. */
  pieces: Video | Voice | null;
}

const exported = (
  post: Pick<Post, 'createdAt'>,
  url: string,
  pieces: ExportedFile['pieces'],
): ExportedFile => {
  const name = url.replace('/uploads/', '');
  const extension = name.slice(name.lastIndexOf('.'));
  const folder = pieces ? 'videos' : 'photos';
  return { file: `${folder}/${post.createdAt.slice(0, 10)}-${name.slice(0, 12)}${extension}`, name, pieces };
};

/** A post's photo in the ZIP, or the poster of a video: by day, with a unique name. */
const photoOf = (post: Pick<Post, 'createdAt'>, image: Photo): ExportedFile =>
  exported(post, image.downloadUrl, null);

const videoOf = (post: Pick<Post, 'createdAt'>, { video }: Photo): ExportedFile | null =>
  video && exported(post, video.url, video);

/** The voice of a post or comment in the ZIP. */
export const voiceOf = (said: Pick<Post, 'createdAt' | 'voice'>): ExportedFile | null =>
  said.voice && {
    file: voiceFile(said.createdAt, said.voice),
    name: storedName(said.voice),
    pieces: said.voice,
  };

export const pictureOf = (profileImageUrl: string | null): ExportedFile | null =>
  profileImageUrl === null
    ? null
    : { file: 'photos/profile.webp', name: profileImageUrl.replace('/uploads/', ''), pieces: null };

/** The viewer's own moments, newest first, one page at a time. Albums have all photos that the viewer added. */
export async function* ownPosts(
  context: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
): AsyncGenerator<Post> {
  let cursor: string | undefined;
  do {
    const input = { usernameOrId: viewer.publicId, limit: limits.pageMax, cursor };
    const { items, nextCursor } = await listPostsOfMember(context, viewer, input);
    for (const post of items) {
      yield post.kind === 'album'
        ? { ...post, images: await ownPhotosOfAlbum(context.db.read, viewer, post.id) }
        : post;
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** A photo in the export's format, by its name in the ZIP. */
const describePhoto = (post: Pick<Post, 'createdAt'>, image: Photo) => ({
  file: photoOf(post, image).file,
  width: image.width,
  height: image.height,
  alt: image.alt,
  takenOn: image.takenOn,
  video: image.video && {
    file: videoOf(post, image)?.file,
    type: image.video.type,
    seconds: image.video.seconds,
  },
});

const momentOf = ({ addedAt }: AddedPhoto) => ({ createdAt: addedAt ?? '' });

/** A photo in an album of somebody else, in the export's format. */
export const describeAdded = (added: AddedPhoto) => ({
  album: added.album,
  addedAt: added.addedAt,
  ...describePhoto(momentOf(added), added.photo),
});

/** The files of a photo: the photo, and its video. */
export const filesOf = (post: Pick<Post, 'createdAt'>, image: Photo): ExportedFile[] => {
  const video = videoOf(post, image);
  return [photoOf(post, image), ...(video ? [video] : [])];
};

export const filesOfAdded = (added: AddedPhoto): ExportedFile[] => filesOf(momentOf(added), added.photo);

/** A post in the export's format. */
export const describePost = (post: Post) => ({
  id: post.id,
  kind: post.kind,
  title: post.title,
  question: post.question,
  createdAt: post.createdAt,
  editedAt: post.editedAt,
  content: post.content,
  mentions: post.mentions,
  circles: post.circles,
  likesCount: post.likesCount,
  commentsCount: post.commentsCount,
  photos: post.images.map((image) => describePhoto(post, image)),
  voice: describeVoice(post),
});

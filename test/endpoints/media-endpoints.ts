import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { World } from './world.ts';
import { plainPhoto } from '../harness/photos.ts';
import { startVideo, voiceForm } from '../harness/videos.ts';
import { authorOnly, type Door, inCircle, membersOnly, nobody, type Statuses } from './endpoints.ts';

/** Objects that nobody but the author knows of. */
const ownerOnly = (status: number): Statuses => [401, 404, 404, 404, status];

/** The photo of the moment that everybody in its circle sees. */
const photoOf = async ({ author, post }: World): Promise<string> =>
  (await author.ask(posts.get, { id: post.id })).images[0]?.id ?? '';

const sharedPhoto: Door = {
  input: async (world) => ({ id: await photoOf(world) }),
  statuses: inCircle(200),
  absent: () => ({ id: nobody() }),
};

/** The endpoints of photos and videos, by name. */
export const mediaDoors: Readonly<Record<string, Door>> = {
  'posts.photo': {
    ...sharedPhoto,
    input: async (world) => ({ id: world.post.id, photoId: await photoOf(world) }),
    absent: ({ post }) => ({ id: post.id, photoId: nobody() }),
  },
  'posts.replacePhoto': {
    input: async ({ author, circle }) => {
      const { id } = await author.posts('', { to: circle, photos: [await plainPhoto()] });
      const [photo] = (await author.ask(posts.get, { id })).images;
      const uploaded = new FormData();
      uploaded.append('photo', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      return { id, photoId: photo?.id, uploadedId: (await author.ask(media.upload, uploaded)).id };
    },
    statuses: authorOnly(200),
    absent: ({ post }) => ({ id: post.id, photoId: nobody(), uploadedId: nobody() }),
  },
  'likes.listOfPhoto': sharedPhoto,
  'likes.likePhoto': sharedPhoto,
  'likes.unlikePhoto': sharedPhoto,
  'media.upload': {
    input: async () => {
      const form = new FormData();
      form.append('photo', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      return form;
    },
    statuses: membersOnly(201),
  },
  'media.known': { input: () => ({ contentHashes: [] }), statuses: [401, 200, 200, 200, 200] },
  'media.remove': {
    input: async ({ author }) => {
      const form = new FormData();
      form.append('photo', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      return { id: (await author.ask(media.upload, form)).id };
    },
    statuses: [401, 404, 404, 404, 204],
    absent: () => ({ id: nobody() }),
  },
  'media.addVoice': { input: () => voiceForm(), statuses: membersOnly(201) },
  'media.startVideo': {
    input: () => ({ bytes: 1, type: 'video/mp4', seconds: 1 }),
    statuses: membersOnly(201),
  },
  // The body is no part, but of another type.
  'media.putVideoPart': { input: () => ({ id: nobody(), n: 0 }), statuses: membersOnly(415) },
  'media.videoUpload': {
    input: async ({ author }) => ({ id: await startVideo(author, 1) }),
    statuses: ownerOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'media.cancelVideo': {
    input: async ({ author }) => ({ id: await startVideo(author, 1) }),
    statuses: ownerOnly(204),
    absent: () => ({ id: nobody() }),
  },
  // The body is JSON, and no form.
  'media.finishVideo': { input: () => ({ id: nobody() }), statuses: membersOnly(415) },
};

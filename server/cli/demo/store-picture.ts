import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { limits } from '../../../contract/limits.ts';
import { storePhoto } from '../../features/media/photos.ts';
import { putPart, startVideo } from '../../features/media/video-uploads.ts';
import { finishVideo } from '../../features/media/videos.ts';
import type { DemoPhoto } from './moment.ts';
import { type Album, filmOf } from './pictures.ts';

interface Taken {
  photo: DemoPhoto;
  /** `YYYY-MM-DD`. */
  takenOn?: string;
}

/** Uploads a photo or a film as its owner. @returns its public id */
export const storePicture = async (
  context: AppContext,
  viewer: Viewer,
  { photo, takenOn }: Taken,
  album: Album,
): Promise<string> => {
  const path = await album.fileOf(photo);
  const film = filmOf(photo);
  if (film === null)
    return (await storePhoto(context, viewer, { path }, { kind: 'photo', takenOn })).publicId;
  const bytes = await readFile(film);
  if (bytes.length > limits.videoPartBytes) throw new Error(`${film} is larger than one part of an upload`);
  const { id } = await startVideo(context, viewer, { bytes: bytes.length, takenOn });
  const digest = createHash('sha256').update(bytes).digest('base64');
  const part = { path: film, bytes: bytes.length, digest, remove: () => Promise.resolve() };
  await putPart(context, viewer, { id, n: 0 }, part);
  return (await finishVideo(context, viewer, { id, poster: { path } })).id;
};

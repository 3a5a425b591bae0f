import * as imports from '../../../contract/imports.ts';
import { ApiError, api } from '../../data/api.ts';
import { rest } from '../../outbox/pace.ts';
import { shrinkImage } from '../media/shrink-image.ts';
import { nameOf } from './archive/source-file.ts';
import { dayOf, type Hashed } from './prepare-photo.ts';
import type { RecordedAlbum, RecordedPhoto } from './record.ts';
import { albumIdOf, isRefusal, type Run, settle } from './import-run.ts';

/** The film of a Live Photo, if its file is at hand. */
export const filmOf = async ({ files }: Run, { film }: RecordedPhoto): Promise<Blob | null> => {
  try {
    return film === undefined ? null : ((await files.get(film)?.read()) ?? null);
  } catch (error) {
    console.warn(error);
    return null;
  }
};

/** The server refused this video, or all videos. */
const isVideoRefusal = (error: unknown): error is ApiError =>
  isRefusal(error) || (error instanceof ApiError && error.status === 403);

/** Sends a video, or a Live Photo with its film. @returns false where the photo has to do without its film */
export const sendFilm = async (
  run: Run,
  album: RecordedAlbum,
  { photo, hash, file }: Hashed,
  film: Blob,
): Promise<boolean> => {
  const { signal } = run;
  const userId = run.item.owner;
  const takenOn = await dayOf(photo, file);
  if (takenOn === null) {
    settle(run, photo, { state: 'refused', reason: 'undated' });
    return true;
  }
  const { refusalOf, retrying, uploadVideo, withFilm } = await import('./prepare-film.ts');
  // The name stays on the device: it tells the converter what the file is.
  const source = new File([film], nameOf(photo.film ?? photo.key));
  const still = photo.isVideo ? null : await shrinkImage(file).catch(() => null);
  try {
    await withFilm({ source, still, userId }, signal, async (ready) => {
      const begun = performance.now();
      const { importId, albumId } = await albumIdOf(run, album);
      let uploadId: string | null = null;
      const events = {
        onId: (id: string | null) => {
          uploadId = id;
        },
        onProgress: () => undefined,
      };
      // An attempt that ended would convert the video once more.
      const persist = <T>(call: () => Promise<T>) => retrying(call, signal, { forEver: true });
      const { id: videoId } = await persist(() =>
        uploadVideo(ready, uploadId, events, signal, ({ file: { size: bytes }, type, seconds }) =>
          api(imports.startVideo, { id: importId, bytes, type, seconds, takenOn }, { signal }),
        ),
      );
      const place = { albumId, videoId, position: album.photos.indexOf(photo), contentHash: hash };
      const fields = { id: importId, ...place, ...(photo.caption !== '' && { alt: photo.caption }) };
      const { added } = await persist(() => api(imports.addVideo, fields, { signal }));
      settle(run, photo, { state: added ? 'sent' : 'known' });
      await rest(performance.now() - begun, ready.file.size, signal);
    });
  } catch (error) {
    const reason = refusalOf(error) ?? (isVideoRefusal(error) ? (error.text ?? 'broken') : null);
    if (signal.aborted || reason === null) throw error;
    if (!photo.isVideo) return false;
    settle(run, photo, { state: 'refused', reason });
  }
  return true;
};

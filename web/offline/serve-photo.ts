import { askAboutPhoto, countChanges, noteServed } from './ask-kept.ts';
import {
  findPhoto,
  forgetPhotos,
  isKeepingPhotos,
  keepPhoto,
  photoName,
  removePhotos,
  writeUses,
} from './kept-photos.ts';

/** The server says by this header which files a service worker may keep: no videos, and no evidence. */
const mayKeep = (response: Response): boolean =>
  response.status === 200 && response.headers.has('circle-cache-control');

interface Wanted {
  request: Request;
  event: ExtendableEvent;
}

const keep = async (path: string, name: string, response: Response): Promise<void> => {
  try {
    if (!(await isKeepingPhotos())) return;
    const body = await response.blob();
    // Something may have changed since the server answered.
    const at = countChanges();
    if ((await askAboutPhoto(name)) === 'seen') await keepPhoto(path, body, () => at === countChanges());
  } catch (error) {
    console.warn(error);
  }
};

const fetchPhoto = async ({ request, event }: Wanted, path: string, name: string): Promise<Response> => {
  const at = countChanges();
  const response = await fetch(request, { cache: 'no-store' });
  if (mayKeep(response)) {
    if (at === countChanges()) noteServed(name);
    event.waitUntil(keep(path, name, response.clone()));
  }
  return response;
};

/**
 * Answers a request for a photo. A kept one is shown once the server has said that its reader still sees it, or if the
 * server cannot be reached.
 */
export const servePhoto = async (wanted: Wanted): Promise<Response> => {
  const { pathname } = new URL(wanted.request.url);
  const name = photoName(pathname) ?? '';
  const kept = await findPhoto(pathname);
  if (!kept) {
    try {
      return await fetchPhoto(wanted, pathname, name);
    } catch (error) {
      const other = await findPhoto(pathname, { anySize: true });
      if (other) return other;
      throw error;
    }
  }
  const said = await askAboutPhoto(name);
  if (said === 'seen' || said === 'unreachable') {
    wanted.event.waitUntil(writeUses());
    return kept;
  }
  if (said === 'gone') await removePhotos([name]);
  if (said === 'signed-out') await forgetPhotos();
  return fetchPhoto(wanted, pathname, name);
};

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

/** The server says by this header which files a service worker may keep: photos and voices, but no videos and no evidence. */
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

/** The part of a whole file that a player asks for. Of another form, the question is not answered in parts. */
const partOf = async (whole: Response, range: string): Promise<Response> => {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (from === '') return whole;
  const file = await whole.blob();
  const [start, end] = [Number(from), Math.min(file.size, to === '' ? file.size : Number(to) + 1)];
  if (start >= end)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } });
  return new Response(file.slice(start, end, file.type), {
    status: 206,
    headers: {
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${file.size}`,
      'content-type': file.type,
    },
  });
};

/** Answers a request for a voice, which is kept whole as a photo is. */
export const serveVoice = async ({ request, event }: Wanted): Promise<Response> => {
  const whole = await servePhoto({ request: new Request(request.url), event });
  const range = request.headers.get('range');
  return whole.status === 200 && range !== null ? partOf(whole, range) : whole;
};

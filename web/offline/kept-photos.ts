import * as z from 'zod/mini';
import { photoCache } from './worker-messages.ts';

/** The most that the service worker keeps of photos that its member saw, and for how many days. */
export const keptLimits = { photos: 500, megabytes: 200, days: 7 } as const;

// Photos that the service worker keeps for one member: a cache holds the files and an index, so both are deleted together.

/** No photo has this name. */
const indexUrl = '/uploads/index';

const maxBytes = keptLimits.megabytes * 1024 * 1024;
const maxPhotos = keptLimits.photos;
const maxAgeMs = keptLimits.days * 24 * 60 * 60_000;

const collectMs = 500;

const KeptPhoto = z.object({
  keptAt: z.number(),
  usedAt: z.number(),
  /** Bytes of each file, by its path. */
  files: z.record(z.string(), z.number()),
});
type KeptPhoto = z.infer<typeof KeptPhoto>;

const Index = z.object({ owner: z.string(), photos: z.record(z.string(), KeptPhoto) });
type Index = z.infer<typeof Index>;

const photoPath = /^\/uploads\/([0-9a-f]{32})-(?:\w+\.webp|voice\.(?:webm|mp4))$/;

/** Whether a path is that of a voice, which players ask for in parts. */
export const isVoice = (path: string): boolean => path.includes('-voice.');

/** The name of the photo or voice with this path; null for other files. */
export const photoName = (path: string): string | null => photoPath.exec(path)?.[1] ?? null;

const bytesOf = ({ files }: KeptPhoto): number => Object.values(files).reduce((sum, bytes) => sum + bytes, 0);

/** The names of photos to delete: those that are too old, and the least recently used beyond the limits. */
export const findExpired = (photos: Readonly<Record<string, KeptPhoto>>, now: number): string[] => {
  let [count, bytes] = [0, 0];
  return Object.entries(photos)
    .toSorted(([, a], [, b]) => b.usedAt - a.usedAt)
    .flatMap(([name, photo]) => {
      if (now - photo.keptAt > maxAgeMs) return [name];
      count += 1;
      bytes += bytesOf(photo);
      return count > maxPhotos || bytes > maxBytes ? [name] : [];
    });
};

const readIndex = async (): Promise<Index | null> => {
  const stored = await caches.match(indexUrl, { cacheName: photoCache });
  const { data = null } = Index.safeParse(await stored?.json().catch(() => null));
  if (data === null) await caches.delete(photoCache);
  return data;
};

const warn = (error: unknown) => console.warn(error);

let index: Promise<Index | null> | null = null;
/** Null while no photos are kept, also where the browser refuses storage. */
const loaded = (): Promise<Index | null> =>
  (index ??= readIndex().catch((error: unknown) => {
    warn(error);
    return null;
  }));

// Runs one change after the other.
let queue: Promise<unknown> = Promise.resolve();
const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
  const done = queue.then(change);
  queue = done.catch(warn);
  return done;
};

const writeIndex = async (): Promise<void> => {
  const current = await loaded();
  if (!current) return;
  const cache = await caches.open(photoCache);
  await cache.put(indexUrl, new Response(JSON.stringify(current)));
};

let writing: Promise<void> | null = null;
const writeSoon = (): Promise<void> => {
  writing ??= new Promise((resolve) => setTimeout(resolve, collectMs))
    .then(() => {
      writing = null;
      return inTurn(writeIndex);
    })
    .catch(warn);
  return writing;
};

let isTidy = false;

/** Deletes files without an entry: the browser may end the worker after a file was stored and before the index was. */
const tidy = async ({ photos }: Index): Promise<void> => {
  if (isTidy) return;
  isTidy = true;
  const known = new Set([indexUrl, ...Object.values(photos).flatMap(({ files }) => Object.keys(files))]);
  const cache = await caches.open(photoCache);
  for (const request of await cache.keys())
    if (!known.has(new URL(request.url).pathname)) await cache.delete(request);
};

const removeNow = async (current: Index, names: readonly string[]): Promise<void> => {
  const cache = await caches.open(photoCache);
  for (const name of names) {
    const photo = current.photos[name];
    delete current.photos[name];
    for (const path of Object.keys(photo?.files ?? {})) await cache.delete(path);
  }
};

const deleteAll = async (): Promise<void> => {
  index = Promise.resolve(null);
  await caches.delete(photoCache);
};

/** Keeps photos of this member from now on, and deletes those of another. */
export const keepPhotosFor = (owner: string): Promise<void> =>
  inTurn(async () => {
    if ((await loaded())?.owner === owner) return;
    await deleteAll();
    index = Promise.resolve({ owner, photos: {} });
    await writeIndex();
  });

/** Whether a member is signed in whose photos are kept. */
export const isKeepingPhotos = async (): Promise<boolean> => (await loaded()) !== null;

/** Deletes all photos, and keeps none until a member's page asks for it again. */
export const forgetPhotos = (): Promise<void> => inTurn(deleteAll);

/** A kept file, or with `anySize` the largest of its photo. */
export const findPhoto = async (path: string, { anySize = false } = {}): Promise<Response | null> => {
  const photo = (await loaded())?.photos[photoName(path) ?? ''];
  if (!photo || Date.now() - photo.keptAt > maxAgeMs) return null;
  const [largest = path] = Object.entries(photo.files)
    .toSorted(([, a], [, b]) => b - a)
    .map(([file]) => file);
  const found = await caches.match(anySize ? largest : path, { cacheName: photoCache });
  if (!found) return null;
  photo.usedAt = Date.now();
  return found;
};

/** Notes the last uses of photos. */
export const writeUses = writeSoon;

/** Keeps a file, unless `mayKeep` says at the end that its reader may have lost sight of it meanwhile. */
export const keepPhoto = async (path: string, body: Blob, mayKeep: () => boolean): Promise<void> => {
  const name = photoName(path);
  await inTurn(async () => {
    const current = await loaded();
    if (!current || name === null || !mayKeep()) return;
    const cache = await caches.open(photoCache);
    const headers = { 'content-type': body.type, 'content-length': String(body.size) };
    await cache.put(path, new Response(body, { headers }));
    const now = Date.now();
    const { keptAt = now, files = {} } = current.photos[name] ?? {};
    current.photos[name] = { keptAt, usedAt: now, files: { ...files, [path]: body.size } };
    await removeNow(current, findExpired(current.photos, now));
  });
  await writeSoon();
};

/** The names of all kept photos. Deletes those that are too old. */
export const keptPhotoNames = (): Promise<string[]> =>
  inTurn(async () => {
    const current = await loaded();
    if (!current) return [];
    await tidy(current);
    await removeNow(current, findExpired(current.photos, Date.now()));
    return Object.keys(current.photos);
  });

/** Deletes photos by their names. */
export const removePhotos = (names: readonly string[]): Promise<void> =>
  inTurn(async () => {
    const current = await loaded();
    if (!current || names.length === 0) return;
    await removeNow(current, names);
    await writeIndex();
  });

// Loads only when an album's photos are described.
import { limits } from '../../../../contract/limits.ts';
import * as albums from '../../../../contract/albums.ts';
import { allItems } from '../../../data/all-items.ts';
import { ApiError, api } from '../../../data/api.ts';
import type { Described } from '../../../data/edits.ts';

interface Description {
  photoId: string;
  alt: string;
}

/** The server refuses a request above `limits.jsonBytes`, which long descriptions in other scripts would exceed. */
const maxBytes = 0.75 * limits.jsonBytes;

const bytesOf = (description: Description): number =>
  new TextEncoder().encode(JSON.stringify(description)).length + 1;

/** Divides the descriptions into as few requests as the server takes. */
export const requestsFor = (described: Described): Description[][] => {
  const requests: Description[][] = [];
  let bytes = 0;
  for (const [photoId, alt] of Object.entries(described)) {
    const description = { photoId, alt: alt.trim() };
    const more = bytesOf(description);
    const last = requests.at(-1);
    if (last && last.length < limits.albumPhotosAtOnce && bytes + more <= maxBytes) {
      last.push(description);
      bytes += more;
    } else {
      requests.push([description]);
      bytes = more;
    }
  }
  return requests;
};

/** The ids of the member's own photos that the album still has. @throws ApiError if they do not see the album */
const ownPhotosOf = async (id: string, userId: string, signal: AbortSignal | undefined) => {
  const photos = await allItems((place) =>
    api(albums.photos, { id, limit: '50', ...place }, { ...(signal && { signal }) }),
  );
  return new Set(photos.filter(({ addedBy }) => addedBy.id === userId).map((photo) => photo.id));
};

interface Options {
  userId: string;
  /** Called after each request with the descriptions that need not be sent again. */
  onSaved: (saved: Described) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Saves descriptions of the member's own photos. Photos that left the album meanwhile are skipped.
 * @returns how many were saved
 */
export const saveDescriptions = async (
  id: string,
  described: Described,
  { userId, onSaved, signal }: Options,
): Promise<number> => {
  let saved = 0;
  for (const request of requestsFor(described)) {
    const send = async (alts: Description[]) => {
      if (alts.length > 0) await api(albums.edit, { id, alts }, { ...(signal && { signal }) });
      saved += alts.length;
    };
    try {
      await send(request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      // One missing photo refuses the whole request.
      const own = await ownPhotosOf(id, userId, signal);
      if (request.every(({ photoId }) => own.has(photoId))) throw error;
      await send(request.filter(({ photoId }) => own.has(photoId)));
    }
    onSaved(Object.fromEntries(request.map(({ photoId, alt }) => [photoId, alt])));
  }
  return saved;
};

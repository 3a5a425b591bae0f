import type * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { albumsPath } from '../../data/request-paths.ts';
import { type Item, isUnderWay, moveTo } from '../../outbox/item.ts';
import { withdrawItems } from '../../outbox/discard-items.ts';
import { addItems, itemOf, itemsIn } from '../../outbox/outbox.ts';
import { whenStored } from '../../outbox/store-work.ts';
import { chooseFiles } from '../../outbox/choose-files.ts';
import { readPhoto } from '../media/prepare-photo.ts';
import { chosenPhoto } from '../media/photo-sender.ts';
import { albumPlace, newAlbumPlace } from './album-places.ts';
import { AlbumInput, pathTo, type PhotosInput } from './album-requests.ts';
import { changeNewAlbum, discardNewAlbum, type NewAlbum } from './new-album.ts';

/** So many photos are added to an album together, so that they appear while others are still being uploaded. */
const addedTogether = 10;

const photosIn = (place: string): readonly Item[] => itemsIn(place).filter(({ kind }) => kind === 'photo');

/** Chooses photos for an album, up to its limit. */
export const choosePhotos = (
  userId: string,
  place: string,
  files: readonly File[],
  requestsFor?: Parameters<typeof chooseFiles>[3],
): void => {
  const room = Math.max(0, limits.photosPerAlbum - photosIn(place).length);
  chooseFiles(
    userId,
    place,
    // The first one beyond the limit says so.
    files.slice(0, room + 1).map((file, at) => ({
      file,
      kind: 'photo',
      input: chosenPhoto(file),
      read: at < room ? readPhoto : () => Promise.resolve(messages.albumFull),
    })),
    requestsFor,
  );
};

interface Batch {
  place: string;
  /** The ids of what is sent before it, beside its photos. */
  needs: readonly string[];
  input: z.infer<typeof PhotosInput>;
}

/** The item that adds these photos to an album. */
const batchOf = (photos: readonly string[], { place, needs, input }: Batch) => ({
  kind: 'album photos',
  place,
  path: pathTo(input.album),
  input,
  label: { title: input.title, circleIds: [] },
  needs: [...photos, ...needs],
});

/** The items that add photos to an album, a few together. */
const batchesOf = (photos: readonly string[], batch: Batch) =>
  Array.from({ length: Math.ceil(photos.length / addedTogether) }, (_, at) =>
    batchOf(photos.slice(at * addedTogether, (at + 1) * addedTogether), batch),
  );

/**
 * Moves the refused photos of a request to a second one, which waits for their member. The first never changes
 * afterwards: with other photos, its key would be refused.
 */
export const splitRefused = async (
  item: Item,
  results: readonly unknown[],
  input: Batch['input'],
): Promise<void> => {
  const photos = item.needs.flatMap((id, at) => {
    const photo = results[at] === null ? itemOf(id) : undefined;
    return photo?.kind === 'photo' ? [photo] : [];
  });
  if (photos.length === 0) return;
  const { id, owner, place } = item;
  const ids = photos.map((photo) => photo.id);
  const batch = batchOf(ids, { place, needs: input.album === null ? [id] : [], input });
  const needs = item.needs.filter((need) => !ids.includes(need));
  addItems(owner, [{ ...batch, state: photos.some(isUnderWay) ? 'waiting' : 'refused' }], {
    changed: new Map([[id, { needs }]]),
  });
  await whenStored();
};

/** Adds photos to an album that exists. */
export const addToAlbum = (
  userId: string,
  album: { id: string; title: string },
  files: readonly File[],
): void => {
  const place = albumPlace(album.id);
  const input = { album: album.id, title: album.title };
  choosePhotos(userId, place, files, (photos) => batchesOf(photos, { place, needs: [], input }));
};

/** Shares the album: it is made with its first photos, and the others follow. Returns the id of its item. */
export const shareAlbum = (userId: string, { title, text, circleIds, adds }: NewAlbum): string => {
  const photos = photosIn(newAlbumPlace).map((photo) => photo.id);
  const first = photos.slice(0, addedTogether);
  const input = { title: title.trim(), text: text.trim(), circleIds: [...circleIds], adds };
  const id = newIdempotencyKey();
  const place = albumPlace(id);
  const album = {
    id,
    kind: 'album',
    place,
    path: albumsPath,
    input,
    needs: first,
    label: { title: input.title, circleIds: input.circleIds },
  };
  const others = batchesOf(photos.slice(addedTogether), {
    place,
    needs: [id],
    input: { album: null, title: input.title },
  });
  addItems(userId, [album, ...others], { changed: moveTo(place, itemsIn(newAlbumPlace)) });
  discardNewAlbum(userId);
  return id;
};

/** Takes back an album that was not made, to change it. */
export const takeBackAlbum = (item: Item): void => {
  const { owner, place, input } = item;
  const { title, text, circleIds, adds } = AlbumInput.parse(input);
  changeNewAlbum(owner, { title, text, circleIds, adds });
  const [photos, others] = [photosIn(place), itemsIn(place).filter(({ kind }) => kind !== 'photo')];
  withdrawItems(others, {
    changed: moveTo(newAlbumPlace, photos),
    removed: others.map(({ id }) => id),
  });
};

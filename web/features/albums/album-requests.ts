import * as z from 'zod/mini';
import { photosPathOf } from '../../data/request-paths.ts';
import type { Item } from '../../outbox/item.ts';
import { albumPlace } from './album-places.ts';

/** The words and the audience of an album. */
export const AlbumInput = z.object({
  title: z.string(),
  text: z.string(),
  circleIds: z.array(z.string()),
  adds: z.enum(['author', 'circle']),
});

/** Photos that are added to an album together. */
export const PhotosInput = z.object({
  /** The album's id; null until it is made. */
  album: z.nullable(z.string()),
  title: z.string(),
});

/** The path of the request that adds photos to an album; null until it is made. */
export const pathTo = (id: string | null): string | null => (id === null ? null : photosPathOf(id));

export const albumFields = (
  { title, text, circleIds, adds }: z.infer<typeof AlbumInput>,
  photoIds: readonly string[],
) => ({ title, content: text, circleIds: [...circleIds], adds, photoIds: [...photoIds] });

/** The changes of the photos of an album that was made, and of the requests that add them. */
export const followAlbum = (
  { id: made, input }: Item,
  result: unknown,
  inPlace: readonly Item[],
): ReadonlyMap<string, Partial<Item>> => {
  const album = String(result);
  const { title } = AlbumInput.parse(input);
  const place = { place: albumPlace(album) };
  return new Map(
    inPlace.map(({ id, kind, needs }) => [
      id,
      kind === 'album photos'
        ? {
            ...place,
            path: pathTo(album),
            input: { album, title },
            needs: needs.filter((need) => need !== made),
          }
        : place,
    ]),
  );
};

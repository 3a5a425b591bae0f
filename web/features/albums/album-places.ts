import { draftPlace } from '../../outbox/item.ts';

/** The place of the photos of an album that is not shared yet. */
export const newAlbumPlace = draftPlace('album');

/** The place of photos on their way into an album. */
export const albumPlace = (album: string): string => `album/${album}`;

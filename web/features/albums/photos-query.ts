import * as albums from '../../../contract/albums.ts';
import { infiniteQueryFor } from '../../data/query.ts';

const pageSize = 50;

/** The query of an album's photos, page by page: as they were added, or by day, the newest first. */
export const photosQuery = (id: string, byDay = false) =>
  infiniteQueryFor(albums.photos, (place) => ({
    id,
    limit: String(pageSize),
    ...(byDay && { order: 'newest' as const }),
    ...place,
  }));

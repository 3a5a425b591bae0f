import * as albums from '../../../contract/albums.ts';
import { infiniteQueryFor } from '../../data/query.ts';

const pageSize = 50;

/** The query of an album's photos, page by page. */
export const photosQuery = (id: string) =>
  infiniteQueryFor(albums.photos, (place) => ({ id, limit: String(pageSize), ...place }));

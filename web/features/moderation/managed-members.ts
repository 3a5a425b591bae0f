import * as moderation from '../../../contract/moderation.ts';
import { type Key, infiniteQueryFor } from '../../data/query.ts';

export const managedKey: Key = ['/api', 'admin', 'members'];

/** All members, or those that match a term. Always refetched, because other administrators act at the same time. */
export const managedOf = (q: string | null) => {
  const filter = q === null ? {} : { q };
  return { ...infiniteQueryFor(moderation.members, (place) => ({ ...filter, ...place })), staleTime: 0 };
};

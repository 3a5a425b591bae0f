import { infiniteQueryOptions } from '@tanstack/react-query';
import * as moderation from '../../../contract/moderation.ts';
import { api } from '../../api.ts';
import { firstPage, type Key, keyOf } from '../../query.ts';

export const managedKey: Key = ['/api', 'admin', 'members'];

/** Everybody, or whom a term finds; always asked anew, because others act at the same time. */
export const managedOf = (q: string | null) => {
  const filter = q === null ? {} : { q };
  return infiniteQueryOptions({
    queryKey: [...keyOf(moderation.members, filter), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api(
        moderation.members,
        { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
};

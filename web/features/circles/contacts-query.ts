import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import * as contacts from '../../../contract/contacts.ts';
import { limits } from '../../../contract/limits.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { useDebounced } from '../members/search.ts';

/**
 * The members of the viewer's circles by name, page by page; only those whose name contains `typed`, if it is given.
 */
export const useContacts = (typed = '') => {
  const q = useDebounced(typed.trim());
  const query = useInfiniteQuery({
    ...infiniteQueryFor(contacts.list, (place) => ({
      limit: String(limits.pageMax),
      ...(q !== '' && { q }),
      ...place,
    })),
    // Keep showing the previous results while the next search runs.
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  return { query, people: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 };
};

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import * as contacts from '../../../contract/contacts.ts';
import { limits } from '../../../contract/limits.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { useDebounced } from '../members/search.ts';

/** The members of one's own circles by name, page by page; those whose name has what is `typed`, if anything is. */
export const useContacts = (typed = '') => {
  const q = useDebounced(typed.trim());
  const query = useInfiniteQuery({
    ...infiniteQueryFor(contacts.list, (place) => ({
      limit: String(limits.pageMax),
      ...(q !== '' && { q }),
      ...place,
    })),
    // While the next letters are looked for, the people found by the last ones stay.
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  return { query, people: pages?.flatMap((page) => page.items), total: pages?.at(-1)?.total ?? 0 };
};

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as members from '../../../contract/members.ts';
import type { MemberInCircles } from '../../../contract/shapes.ts';
import { api } from '../../data/api.ts';
import type { Key } from '../../data/query.ts';

// Search for whole addresses only ten times an hour, so never for one that is half typed.
const pauseMs = 300;
const addressPauseMs = 1_000;

/** The debounced search term. */
export const useDebounced = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed.includes('@') ? addressPauseMs : pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};

/** Not under the key of people, because each live event about people would repeat the search. */
export const memberSearchKey = ['/api', 'member-search'] as const;

const searchOf = (term: string) =>
  queryOptions<MemberInCircles[], Error, MemberInCircles[], Key>({
    queryKey: [...memberSearchKey, { q: term }],
    queryFn: ({ signal }) => api(members.search, { q: term }, { signal }),
    // Never reuse old results: members may have left since.
    staleTime: 30_000,
  });

const length = (text: string) => [...text].length;

export interface MemberSearch {
  /** The trimmed search term; null if it is too short. */
  term: string | null;
  /** The results; null while there is nothing to show. */
  found: readonly MemberInCircles[] | null;
  isBusy: boolean;
  error: unknown;
  retry: () => void;
}

/** Searches members by the typed text, from `minLetters` characters on. */
export const useMemberSearch = (typed: string, minLetters: number): MemberSearch => {
  const now = typed.trim();
  const settled = useDebounced(now);
  const term = length(now) >= minLetters ? now : null;
  const { data, error, isFetching, refetch } = useQuery({
    ...searchOf(settled),
    enabled: length(settled) >= minLetters,
  });
  const isSettled = term === settled;
  return {
    term,
    found: isSettled && data ? data : null,
    isBusy: term !== null && (!isSettled || isFetching),
    error: isSettled ? error : null,
    retry: () => void refetch(),
  };
};

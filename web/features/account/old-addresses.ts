import { useEffect, useSyncExternalStore } from 'react';
import { go } from '../../app/navigation.ts';

/** The sections that My Account had as one page, by the page that has them now. Earlier mails link to them. */
const sections: Readonly<Record<string, readonly string[]>> = {
  profile: ['profile'],
  reach: ['notifications', 'delivery'],
  privacy: ['privacy', 'put-away'],
  'sign-in': ['password', 'protection', 'sessions'],
  data: ['import', 'export', 'browser', 'usage', 'video', 'frames', 'delete'],
  look: ['language'],
  plan: ['billing', 'trial'],
};

const movedTo = (hash: string): string | null => {
  const id = hash.slice(1);
  const page = Object.keys(sections).find((name) => sections[name]?.includes(id));
  return page === undefined ? null : `/my-account/${page}#${id}`;
};

// wouter reports its own navigation by the first two.
const moves = ['pushState', 'replaceState', 'hashchange', 'popstate'];

const watchHash = (changed: () => void) => {
  for (const move of moves) addEventListener(move, changed);
  return () => {
    for (const move of moves) removeEventListener(move, changed);
  };
};

/** Opens the page that replaced the section in the address; false where the address names none. */
export const useOldAddress = (): boolean => {
  const to = movedTo(useSyncExternalStore(watchHash, () => location.hash));
  useEffect(() => {
    if (to !== null) go(to, { replace: true });
  }, [to]);
  return to !== null;
};

import { isReturnPage } from './device.ts';

export type Who = 'member' | 'visitor' | 'anyone';

export interface Place {
  path: string;
  who: Who;
}

export type Resolved<P extends Place> =
  | { kind: 'page'; page: P }
  | { kind: 'sign-in'; remember: string | null }
  /** `to` is null where the page that was asked for before signing in is to be opened. */
  | { kind: 'enter'; to: string | null }
  | { kind: 'not-found' };

/** Whether a path fits a pattern of the route map, where `:name` stands for one part. */
export const matchesPath = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/');
  const given = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
};

const invitation = (search: string): string | null => {
  const code = new URLSearchParams(search).get('invite');
  return code === null ? null : `/join/${encodeURIComponent(code)}`;
};

/**
 * Decides what a URL shows. Visitors at a member's page get the sign-in, which then returns there. Members at a
 * visitor's page go to the page asked for, or to the invitation in hand. After a lost session, the sign-in also
 * replaces pages that have a version for visitors.
 */
export const resolveRoute = <P extends Place>(
  places: readonly P[],
  at: { path: string; search: string; hash: string; signedIn: boolean; sessionLost?: boolean },
): Resolved<P> => {
  const here = places.filter((place) => matchesPath(place.path, at.path));
  const isForMembers = here.some(({ who }) => who === 'member');
  const page = here.find(({ who }) => who === 'anyone' || who === (at.signedIn ? 'member' : 'visitor'));
  if (page && !(at.sessionLost && isForMembers)) return { kind: 'page', page };
  if (here.length === 0) return { kind: 'not-found' };
  if (at.signedIn) return { kind: 'enter', to: invitation(at.search) };
  const asked = at.path + at.search + at.hash;
  return { kind: 'sign-in', remember: isReturnPage(asked) ? asked : null };
};

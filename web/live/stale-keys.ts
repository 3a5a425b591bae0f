import type { EventKind } from '../../contract/shapes.ts';
import type { Key } from '../data/query.ts';

export interface LiveEvent {
  kind: EventKind;
  id: string;
}

/** Cache keys to invalidate after an event, by their first parts. Likes and comments name their post. */
const staleAfter: Readonly<Record<EventKind, (id: string) => readonly Key[]>> = {
  // A decision on a verification or a payment arrives as a notification, and changes the current user. So does the use
  // of an invitation.
  notification: () => [
    ['/api', 'notifications'],
    ['/api', 'questions'],
    ['/api', 'invites'],
    ['/api', 'user'],
    ['/api', 'square'],
  ],
  // Deleting a post also deletes its notifications.
  post: () => [
    ['/api', 'posts'],
    ['/api', 'albums'],
    ['/api', 'photos'],
    // Their covers.
    ['/api', 'circles'],
    ['/api', 'notifications'],
    ['/api', 'user', 'stats'],
  ],
  comment: (id) => [
    ['/api', 'posts', id],
    ['/api', 'albums', id],
    ['/api', 'notifications'],
  ],
  like: (id) => [
    ['/api', 'posts', id],
    // The prints of an album say how many hearts each has.
    ['/api', 'albums', id],
  ],
  circle: () => [
    ['/api', 'circles'],
    ['/api', 'delivery'],
    ['/api', 'contacts'],
    ['/api', 'users'],
    ['/api', 'blocks'],
    ['/api', 'mutes'],
    ['/api', 'not-again'],
    ['/api', 'posts'],
    ['/api', 'albums'],
    ['/api', 'photos'],
    ['/api', 'audience'],
    ['/api', 'notifications'],
    ['/api', 'user', 'stats'],
  ],
  moved: () => [['/api', 'sessions']],
};

export const eventKinds = Object.keys(staleAfter).filter((kind): kind is EventKind => kind in staleAfter);

/** The member may have lost sight of a moment. */
export const endsSight = (kind: EventKind): boolean => kind === 'post' || kind === 'circle';

/** Merges the keys of several events, so that a burst of them refetches each list once. */
export const staleKeysOf = (events: readonly LiveEvent[]): Key[] => [
  ...new Map(
    events.flatMap(({ kind, id }) => staleAfter[kind](id)).map((key) => [JSON.stringify(key), key]),
  ).values(),
];

/** Returns the posts whose counts changed: each is fetched once and replaced in the lists that contain it. */
export const changedPostIds = (events: readonly LiveEvent[]): Set<string> =>
  new Set(events.filter(({ kind }) => kind === 'like' || kind === 'comment').map(({ id }) => id));

import { words } from '../../words/words.ts';

interface Named {
  username: string | null;
  firstName: string;
  lastName: string;
}

/** First and last name, else username. A verified name thus stands beside its badge on every screen. */
export const displayName = (person: Named): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.username || words.members.nobody;

/** `@username`, for profiles and search; null if the member has none. */
export const handle = ({ username }: { username: string | null }): string | null =>
  username === null ? null : `@${username}`;

/** The last part of a profile's URL. */
export const profilePath = (person: { id: string; username: string | null }): string =>
  `/profile/${encodeURIComponent(person.username ?? person.id)}`;

/** Where a profile picture is loaded from: what starts with /uploads/ comes from /api/images/. */
export const profileImage = (person: { profileImageUrl: string | null }): string | null =>
  person.profileImageUrl?.replace(/^\/uploads\//, '/api/images/') || null;

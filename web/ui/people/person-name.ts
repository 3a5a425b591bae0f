import { words } from '../../words/words.ts';

interface Named {
  username: string | null;
  firstName: string;
  lastName: string;
  /** Only where the viewer may see it. */
  email?: string | null;
}

interface Identified {
  id: string;
  username: string | null;
}

const fullName = (person: Named): string => `${person.firstName} ${person.lastName}`.trim();

const orNobody = (...names: (string | null | undefined)[]): string =>
  names.find(Boolean) ?? words.members.nobody;

/** Username, else first and last name, else e-mail where it may be seen: header, profiles, posts, comments. */
export const displayName = (person: Named): string =>
  orNobody(person.username, fullName(person), person.email);

/** First and last name, else username, else e-mail: member lists, contacts, directory, notifications. */
export const listName = (person: Named): string => orNobody(fullName(person), person.username, person.email);

/** `@username`, else `@id`. */
export const handle = (person: Identified): string => `@${person.username ?? person.id}`;

/** The last part of a profile's URL. */
export const profilePath = (person: Identified): string =>
  `/profile/${encodeURIComponent(person.username ?? person.id)}`;

/** Where a profile picture is loaded from: what starts with /uploads/ comes from /api/images/. */
export const profileImage = (person: { profileImageUrl: string | null }): string | null =>
  person.profileImageUrl?.replace(/^\/uploads\//, '/api/images/') || null;

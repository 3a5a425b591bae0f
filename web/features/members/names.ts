import type { Member, Person } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';

type Named = Pick<Person, 'username' | 'firstName' | 'lastName'> & Partial<Pick<Member, 'email'>>;

const fullName = (person: Named): string => `${person.firstName} ${person.lastName}`.trim();

const orNobody = (...names: (string | null | undefined)[]): string =>
  names.find(Boolean) ?? words.members.nobody;

/** Username, else first and last name, else e-mail where it may be seen: header, profiles, posts, comments. */
export const displayName = (person: Named): string =>
  orNobody(person.username, fullName(person), person.email);

/** First and last name, else username, else e-mail: member lists, contacts, directory, notifications. */
export const listName = (person: Named): string => orNobody(fullName(person), person.username, person.email);

/** `@username`, else `@id`. */
export const handle = (person: Pick<Person, 'username' | 'id'>): string => `@${person.username ?? person.id}`;

/** The last part of a profile's URL. */
export const profilePath = (person: Pick<Person, 'username' | 'id'>): string =>
  `/profile/${encodeURIComponent(person.username ?? person.id)}`;

/** Where a profile picture is loaded from: what starts with /uploads/ comes from /api/images/. */
export const profileImage = (person: Pick<Person, 'profileImageUrl'>): string | null =>
  person.profileImageUrl?.replace(/^\/uploads\//, '/api/images/') || null;

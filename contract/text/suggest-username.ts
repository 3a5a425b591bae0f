import transliterate from '@sindresorhus/transliterate';
import { limits } from '../limits.ts';
import { username } from '../fields.ts';

/** Room for the digits that the server adds to a username that is taken. */
const digits = 5;

/**
 * The username that a name suggests, such as `ada.lovell`, in Latin letters.
 * @returns null for names that have no such letters, or too few
 */
export const suggestUsername = (firstName: string, lastName: string): string | null => {
  const letters = transliterate(`${firstName} ${lastName}`)
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '.')
    .slice(0, limits.usernameMax - digits)
    .replaceAll(/^\.+|\.+$/g, '');
  return username.safeParse(letters).data ?? null;
};

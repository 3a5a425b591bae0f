import { hash, randomBytes, randomInt } from 'node:crypto';

/** A random id of 128 bits in 32 lower-case hex digits. It reveals nothing, not even the order of creation. */
export const newId = (): string => randomBytes(16).toString('hex');

/** A secret of 256 bit for cookies and links, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex: how secrets are stored. Enough for secrets drawn at random (no dictionary can hold them). */
export const hashOf = (secret: string): string => hash('sha256', secret);

// Without I, L, O, S, U, Z and 0, 1, 2, 5: nothing that can be mistaken when read aloud or written by hand.
const alphabet = 'ABCDEFGHJKMNPQRTVWXY346789';

const newCode = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** An invitation code: 10 characters of A–Z and 2–9 without look-alikes (47 bit), drawn at random. */
export const newInviteCode = (): string => newCode(10);

/** The code of a picture frame: 8 such characters (37 bit), for ten minutes. */
export const newFrameCode = (): string => newCode(8);

/** A recovery code: 16 such characters (75 bit) in groups of four. */
export const newRecoveryCode = (): string => Array.from({ length: 4 }, () => newCode(4)).join('-');

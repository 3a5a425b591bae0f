import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { messages } from '../../../contract/errors/errors.ts';
import { invalid } from '../problem.ts';

export interface Cursors {
  /** Encrypts the position in a list at which the next page begins. */
  seal(list: string, ...place: number[]): string;
  /** @throws Problem `invalid` for a text that was not sealed here for this list */
  open(list: string, cursor: string): number[];
  /** Like `seal`, for a list ordered by name: the last member's `search_text` and key. */
  sealName(list: string, name: string, id: number): string;
  /** @throws Problem `invalid` for a text that was not sealed by `sealName` for this list */
  openName(list: string, cursor: string): { name: string; id: number };
}

/**
 * Opaque page cursors. They contain internal keys, which would reveal how much content exists and how fast it grows,
 * so they are encrypted. The same position gives the same text, so that equal pages are equal (the nonce is derived
 * from the content, as in RFC 5297).
 */
export const createCursors = (secret: string): Cursors => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const cipherKey = derive('cursor cipher');
  const nonceKey = derive('cursor nonce');
  // Members of the same circles ask for the same pages.
  const sealedTexts = new LRUCache<string, string>({
    maxSize: 1_000_000,
    sizeCalculation: (_, key) => key.length + 200,
  });
  const seal = (list: string, place: readonly (number | string)[]): string => {
    const plain = JSON.stringify(place);
    const entry = `${list}\n${plain}`;
    const known = sealedTexts.get(entry);
    if (known !== undefined) return known;
    const nonce = createHmac('sha256', nonceKey).update(entry).digest().subarray(0, 12);
    const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(list));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const text = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    sealedTexts.set(entry, text);
    return text;
  };
  const open = (list: string, cursor: string): unknown[] => {
    try {
      const bytes = Buffer.from(cursor, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(list)).setAuthTag(bytes.subarray(12, 28));
      const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      const place: unknown = JSON.parse(plain);
      if (Array.isArray(place)) return place;
    } catch {
      // Forged, cut off, or from another list: the caller gets the same error.
    }
    throw invalid('cursor', messages.badCursor);
  };
  return {
    seal: (list, ...place) => seal(list, place),
    open: (list, cursor) => open(list, cursor).filter((entry) => typeof entry === 'number'),
    sealName: (list, name, id) => seal(list, [name, id]),
    openName: (list, cursor) => {
      const [name, id] = open(list, cursor);
      if (typeof name !== 'string' || typeof id !== 'number') throw invalid('cursor', messages.badCursor);
      return { name, id };
    },
  };
};

/**
 * The page, from rows that were selected with one more than its size. The extra row only shows that there is a next
 * page.
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  size: number,
  seal: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } => {
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : seal(last) };
};

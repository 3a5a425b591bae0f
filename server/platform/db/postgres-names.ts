import { hash } from 'node:crypto';

/** The name under which a text is prepared, null where it is not. */
export type NameOf = (text: string) => string | null;

/** How often a text comes before it is worth being prepared. */
const enough = 3;
/** Each is kept by every connection: the server has memory for so many plans, not for any number. */
const mostNames = 100;
const mostCounted = 1_000;

/** What it answers is fixed by the schema of that moment, and a newer node may add to it. */
const takesAllColumns = /(?:\bselect|\breturning|\.)\s*\*/i;

/**
 * Names the statements that come again and again. Planning a page takes PostgreSQL up to ten times as long as reading
 * it, and what has a name is planned once for each connection. Lists of varying length make new texts, most of which
 * never come again.
 */
export const nameRepeated = (): NameOf => {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return name;
    if (names.size >= mostNames || takesAllColumns.test(text)) return null;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < enough) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return null;
    }
    counts.delete(text);
    const made = `again_${hash('sha1', text).slice(0, 16)}`;
    names.set(text, made);
    return made;
  };
};

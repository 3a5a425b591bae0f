import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface StatementNames {
  /** The name under which a statement is prepared, or null if it is not. */
  find(text: string): string | null;
  assign(text: string, name: string): void;
}

/** Uses of a statement before it is prepared. */
const usesBeforeNaming = 3;
/** Statements named here at most: every connection keeps its own plan of each, in the server's memory. */
const maxNames = 100;

/** `select *` must not be prepared: a newer node may add columns, and the plan's result type is fixed. */
const takesAllColumns = /(?:\bselect|\breturning|\.)\s*\*/i;

/**
 * Names frequent statements, so that each connection plans them once. Planning a page takes PostgreSQL up to ten times as
 * long as reading it. Lists of varying length make new texts, most of which are never used again.
 */
export const nameRepeated = (): StatementNames => {
  const names = new Map<string, string>();
  const counts = new LRUCache<string, number>({ max: 1_000 });
  let made = 0;
  return {
    assign: (text, name) => names.set(text, name),
    find: (text) => {
      const name = names.get(text);
      if (name !== undefined) return name;
      if (made >= maxNames || takesAllColumns.test(text)) return null;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < usesBeforeNaming) {
        counts.set(text, count);
        return null;
      }
      counts.delete(text);
      made++;
      const next = `again_${hash('sha1', text).slice(0, 16)}`;
      names.set(text, next);
      return next;
    },
  };
};

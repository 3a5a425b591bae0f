import type { CompiledQuery } from 'kysely';
import type { Mutant } from '../mutants.ts';
import { isRemoved, textOfRemoval } from './removed.ts';

/** Marks are written around a clause, so that it can be removed while the program runs. */
const switchOf = ({ id, kind }: Mutant): { before: string; after: string } => {
  switch (kind) {
    // Marks in the SQL: `withoutRemoved` reads them when the statement is compiled.
    case 'sql':
      return { before: `/*<${id}*/`, after: `/*${id}>*/` };
    case 'where':
      return { before: `.$call((query) => isRemoved('${id}') ? query : query`, after: ')' };
    case 'if':
      return { before: `!isRemoved('${id}') && (`, after: ')' };
    case 'check':
      return { before: `if (!isRemoved('${id}'))`, after: '' };
  }
};

const isSqlBefore = /(?:\bsql|>)$/;

/** The start of the template around a place of a file, before which `sql` must stand. */
const templateAround = (text: string, at: number): number => {
  let depth = 0;
  for (let place = at - 1; place >= 0; place -= 1) {
    if (text[place] === '}') depth += 1;
    else if (text[place] === '{') depth -= 1;
    else if (text[place] === '`' && depth === 0) return place;
  }
  return -1;
};

/** Whether the clause can be removed while the program runs. Others need a copy of the file without them. */
export const isSwitchable = ({ kind, from }: Mutant, text: string): boolean =>
  kind !== 'sql' || isSqlBefore.test(text.slice(0, Math.max(0, templateAround(text, from))));

/**
 * Writes a switch around each clause of a file. Line numbers stay.
 * @param mutants the clauses of this file
 */
export const withSwitches = (text: string, mutants: readonly Mutant[]): string => {
  const inserted = mutants.flatMap((mutant) => {
    const { before, after } = switchOf(mutant);
    const length = mutant.to - mutant.from;
    // At the same place, inner clauses end first, then outer ones begin first.
    return [
      { at: mutant.from, isStart: 1, order: -length, words: before },
      { at: mutant.to, isStart: 0, order: length, words: after },
    ];
  });
  let [written, done] = ['', 0];
  for (const { at, words } of inserted.toSorted(
    (a, b) => a.at - b.at || a.isStart - b.isStart || a.order - b.order,
  )) {
    written += text.slice(done, at) + words;
    done = at;
  }
  const source = new URL('./removed.ts', import.meta.url).href;
  return `${written}${text.slice(done)}\nimport { isRemoved } from '${source}';\n`;
};

// A mark, a placeholder, a text or a name in quotes.
const tokens = /\/\*<(?<start>\w+)\*\/|\/\*(?<end>\w+)>\*\/|\?|'(?:[^']|'')*'|"(?:[^"]|"")*"/g;

/** The statement without the marks and without the removed clause, whose parameters go with it. */
export const withoutRemoved = (query: CompiledQuery): CompiledQuery => {
  const parameters: unknown[] = [];
  let [sql, done, placeholders] = ['', 0, 0];
  /** How many removed clauses are open: a clause can stand inside itself. */
  let depth = 0;
  let removed: string | undefined;
  const keep = (to: number) => {
    if (depth === 0) sql += query.sql.slice(done, to);
  };
  for (const token of query.sql.matchAll(tokens)) {
    const { start, end } = token.groups ?? {};
    keep(token.index);
    done = token.index;
    const isMark = start !== undefined || end !== undefined;
    if (start !== undefined) {
      if (depth > 0) depth += start === removed ? 1 : 0;
      else if (isRemoved(start)) {
        [removed, depth] = [start, 1];
        sql += textOfRemoval();
      }
    } else if (end !== undefined && end === removed) depth -= depth > 0 ? 1 : 0;
    else if (token[0] === '?') {
      if (depth === 0) parameters.push(query.parameters[placeholders]);
      placeholders += 1;
    }
    if (!isMark) keep(token.index + token[0].length);
    done = token.index + token[0].length;
  }
  keep(query.sql.length);
  return { ...query, sql, parameters };
};

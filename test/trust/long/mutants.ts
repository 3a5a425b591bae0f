import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../setup/sources.ts';

/** A condition inside an SQL template, a call of `where`, the condition of a refusal, or the call of a check. */
type Kind = 'sql' | 'where' | 'if' | 'check';

/** A clause in the text of its file. */
export interface Piece {
  kind: Kind;
  from: number;
  to: number;
  /** The text that stands for the removed clause. */
  becomes: string;
}

/** One removed clause of `access/`. */
export interface Mutant extends Piece {
  /** Made of the file's name, the clause and its place among equal clauses of the file: other changes keep it. */
  id: string;
  file: string;
  /** The file without its folder. */
  name: string;
  line: number;
  /** The clause that this mutant removes. */
  clause: string;
  /** 1 for the first clause with this text in the file. */
  place: number;
  /** The text of the clause as it stands in the file. */
  removed: string;
  /** The text of the whole file without the clause. */
  text: string;
}

/** Besides all of `access/`: statements about what somebody sees that only one feature makes. */
const statements = [
  'server/features/frames/find.ts',
  'server/features/letters/select-albums.ts',
  'server/features/letters/select-moments.ts',
  'server/features/search/seen-texts.ts',
];

/** Finds the end of the bracket or template that opens at `at`, including nested ones. */
const endOf = (text: string, at: number): number => {
  const opener = text[at];
  if (opener === '`') {
    for (let place = at + 1; place < text.length; place += 1) {
      if (text[place] === '\\') place += 1;
      else if (text.startsWith('${', place)) place = endOf(text, place + 1);
      else if (text[place] === '`') return place;
    }
    throw new Error('a template without an end');
  }
  if (opener === "'") return text.indexOf("'", at + 1);
  for (let place = at + 1; place < text.length; place += 1) {
    const sign = text[place] ?? '';
    if (sign === ')' || sign === '}' || sign === ']') return place;
    if (text.startsWith('//', place)) place = text.indexOf('\n', place);
    else if (sign === '(' || sign === '{' || sign === '[' || sign === '`' || sign === "'")
      place = endOf(text, place);
  }
  throw new Error('a bracket without an end');
};

const joins = /^(?:and|or)\b/;
const opens = /^(?:where|on|and|or|when)\b/;
const ends = /^(?:and|or|where|order|limit|union|then|when|else|end|group|join|left|select|from|returning)\b/;
const isWordStart = (text: string, at: number): boolean => /\s|\(/.test(text[at - 1] ?? '');

// Finds the end of the operand that begins here: the next SQL keyword on the same level, or the closing bracket.
const operandEnd = (text: string, from: number, to: number): number => {
  let between = false;
  for (let place = from; place < to; place += 1) {
    const sign = text[place] ?? '';
    if (sign === '(' || sign === "'") place = endOf(text, place);
    else if (text.startsWith('${', place)) place = endOf(text, place + 1);
    else if (sign === ')') return place;
    else if (isWordStart(text, place)) {
      const rest = text.slice(place, to);
      if (/^between\b/.test(rest)) between = true;
      else if (ends.test(rest) && place > from) {
        if (!between || !/^and\b/.test(rest)) return place;
        between = false;
      }
    }
  }
  return to;
};

const trimmed = (text: string, from: number, to: number): { from: number; to: number } => {
  const piece = text.slice(from, to);
  return {
    from: from + piece.length - piece.trimStart().length,
    to: to - (piece.length - piece.trimEnd().length),
  };
};

// Finds the conditions in a piece of SQL, and in its brackets and templates.
const conditionsOf = (text: string, from: number, to: number): Piece[] => {
  const found: Piece[] = [];
  const add = (start: number, becomes: string) => {
    const piece = trimmed(text, start, operandEnd(text, start, to));
    if (piece.to > piece.from) found.push({ kind: 'sql', ...piece, becomes });
  };
  // The first alternative in brackets has no keyword before it.
  const first = trimmed(text, from, operandEnd(text, from, to));
  const next = text.slice(first.to, to).trimStart();
  if (
    joins.test(next) &&
    !opens.test(text.slice(first.from)) &&
    !/^(?:select|delete)\b/.test(text.slice(first.from))
  )
    found.push({ kind: 'sql', ...first, becomes: next.startsWith('or') ? 'false' : 'true' });
  for (let place = from; place < to; place += 1) {
    const sign = text[place] ?? '';
    if (sign === '(') {
      const end = endOf(text, place);
      found.push(...conditionsOf(text, place + 1, end));
      place = end;
    } else if (text.startsWith('${', place)) {
      const end = endOf(text, place + 1);
      found.push(...templatesIn(text, place + 2, end));
      place = end;
    } else if (sign === "'") place = endOf(text, place);
    else if (isWordStart(text, place) || place === from) {
      const [word] = opens.exec(text.slice(place, to)) ?? [];
      if (word) add(place + word.length, word === 'or' ? 'false' : 'true');
    }
  }
  return found;
};

const templatesIn = (text: string, from: number, to: number): Piece[] => {
  const found: Piece[] = [];
  for (let place = from; place < to; place += 1) {
    if (text.startsWith('/*', place)) place = text.indexOf('*/', place) + 1;
    else if (text.startsWith('//', place)) place = text.indexOf('\n', place);
    else if (text[place] === "'") place = endOf(text, place);
    else if (text[place] === '`') {
      const end = endOf(text, place);
      found.push(...conditionsOf(text, place + 1, end));
      place = end;
    }
  }
  return found;
};

// Finds conditions of the query builder, and refusals in ordinary code.
const callsIn = (text: string): Piece[] => {
  const found: Piece[] = [];
  for (const match of text.matchAll(/\.where\(/g)) {
    const from = match.index;
    found.push({ kind: 'where', from, to: endOf(text, from + match[0].length - 1) + 1, becomes: '' });
  }
  for (const match of text.matchAll(/if \((?!!row|!circle|publicIds|circleIds|post ===)/g)) {
    const from = match.index + match[0].length;
    const to = endOf(text, from - 1);
    if (text.slice(to).startsWith(') throw')) found.push({ kind: 'if', from, to, becomes: 'false' });
  }
  for (const match of text.matchAll(/^ {2}must\w+\([^;]*\);$/gm))
    found.push({ kind: 'check', from: match.index, to: match.index + match[0].length, becomes: '' });
  return found;
};

/** Finds every clause of every file of `access/` and of the statements above, one at a time. */
export const findMutants = (): Mutant[] =>
  readdirSync(path.join(root, 'server/access'), { recursive: true, encoding: 'utf8' })
    .filter((within) => within.endsWith('.ts'))
    .map((within) => `server/access/${within}`)
    .concat(statements)
    .toSorted()
    .flatMap((file) => {
      const name = path.basename(file);
      const text = readFileSync(path.join(root, file), 'utf8');
      const pieces = [...templatesIn(text, 0, text.length), ...callsIn(text)];
      const inside = new Map(
        pieces
          .filter(({ from, to, becomes }) => text.slice(from, to) !== becomes)
          .map((piece) => [`${piece.from} ${piece.to}`, piece]),
      );
      const places = new Map<string, number>();
      return [...inside.values()]
        .toSorted((a, b) => a.from - b.from || b.to - a.to)
        .map((piece) => {
          const { from, to, becomes } = piece;
          const clause = text.slice(from, to).replaceAll(/\s+/g, ' ');
          const place = (places.get(clause) ?? 0) + 1;
          places.set(clause, place);
          return {
            ...piece,
            id: createHash('sha256').update(`${name} ${place} ${clause}`).digest('hex').slice(0, 12),
            file,
            name,
            line: text.slice(0, from).split('\n').length,
            clause,
            place,
            removed: text.slice(from, to),
            text: text.slice(0, from) + becomes + text.slice(to),
          };
        });
    });

import type { Mention } from '../../../contract/shapes.ts';
import { mentionToken, withNames } from '../../../contract/text/mention-tokens.ts';
import { words } from '../../words/words.ts';

/** A member who is mentioned in a text that is being written. No two of one text have the same name. */
export interface Named {
  id: string;
  name: string;
}

/** A text as its writer reads it, with names after an @, and the members whom these names mean. */
export interface Written {
  text: string;
  named: readonly Named[];
}

/** Adds a member to those who are named, under a name that nobody else there has. */
export const addNamed = (named: readonly Named[], { id, name }: Named): readonly Named[] => {
  if (named.some((one) => one.id === id)) return named;
  const isTaken = (wanted: string) => named.some((one) => one.name === wanted);
  let label = name;
  for (let number = 2; isTaken(label); number += 1) label = `${name} ${number}`;
  return [...named, { id, name: label }];
};

/** A stored text for its writer to edit. */
export const writtenFrom = (content: string, mentions: readonly Mention[]): Written => {
  let named: readonly Named[] = [];
  for (const { id, name } of mentions) named = addNamed(named, { id, name: name ?? words.mentions.somebody });
  return { text: withNames(content, named, words.mentions.somebody), named };
};

/** The text as the server stores it, and the ids of the members whom it still mentions. */
export const toContent = ({ text, named }: Written): { content: string; mentions: string[] } => {
  if (named.length === 0) return { content: text.trim(), mentions: [] };
  // The longest name first: one may begin with another.
  const names = named.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  const pattern = names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|');
  const mentions = new Set<string>();
  const content = text
    .trim()
    .replaceAll(new RegExp(`@(${pattern})(?![\\p{L}\\p{N}])`, 'gu'), (whole, name) => {
      const id = named.find((one) => one.name === name)?.id;
      if (id === undefined) return whole;
      mentions.add(id);
      return mentionToken(id);
    });
  return { content, mentions: [...mentions] };
};

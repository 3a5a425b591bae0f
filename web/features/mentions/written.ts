import type { Mention } from '../../../contract/shapes.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import { words } from '../../words/words.ts';
import type { Named, Written } from './to-content.ts';

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

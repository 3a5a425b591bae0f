import { mentionToken } from '../../../contract/text/mention-tokens.ts';

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

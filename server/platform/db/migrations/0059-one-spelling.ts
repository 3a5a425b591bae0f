/** Letters and marks of names that are written in one way when searching, as `fold` writes them. */
const spellings: readonly (readonly [from: string, to: string])[] = [
  ['\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u055a\u05f3\u0060', "'"],
  ['\u2010\u2011\u2012\u2013\u2014\u2212', '-'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đð', 'd'],
  ['ħ', 'h'],
  ['þ', 'th'],
  ['ς', 'σ'],
  ['\u0649\u06cc', '\u064a'],
  ['\u06a9', '\u0643'],
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Brings the names of members into one spelling, and queues all moments: their words are made in the same way. */
export const oneSpelling = (): string[] => {
  const text = spellings
    .flatMap(([from, to]) => [...from].map((letter) => [letter, to] as const))
    .reduce((inner, [letter, to]) => `replace(${inner}, ${quoted(letter)}, ${quoted(to)})`, 'search_text');
  return [
    `update users set search_text = ${text} where search_text <> ${text}`,
    'insert into post_search_queue (post_id) select id from posts where true on conflict do nothing',
  ];
};

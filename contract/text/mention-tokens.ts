// In a text a mention is written as the member's id in braces after an @.
const token = /@\{([0-9a-f]{32})\}/g;

/** The text of a mention inside a moment or comment. */
export const mentionToken = (memberId: string): string => `@{${memberId}}`;

/** The ids of the members whom a text mentions. */
export const mentionedIn = (content: string): string[] => [
  ...new Set([...content.matchAll(token)].flatMap(([, member]) => member ?? [])),
];

/** The text with one character for each mention, to be counted. */
export const shortMentions = (content: string): string => content.replaceAll(token, '@');

/** A text in pieces: words, and the id of a member where one is mentioned. */
export const splitMentions = (content: string): ({ words: string } | { member: string })[] =>
  content
    .split(token)
    .map((piece, at) => (at % 2 === 0 ? { words: piece } : { member: piece }))
    .filter((piece) => !('words' in piece) || piece.words !== '');

interface Named {
  id: string;
  name: string | null;
}

/** The text with names in place of its mentions. */
export const withNames = (content: string, mentions: readonly Named[], somebody: string): string =>
  content.replaceAll(token, (_, member: string) => {
    const name = mentions.find(({ id }) => id === member)?.name ?? null;
    return name === null ? somebody : `@${name}`;
  });

import { words } from '../words/words.ts';

/** Milliseconds in which a message about a failed call follows it. */
const freshMs = 2_000;

let last: { id: string; at: number } | null = null;

/** Keeps the id under which the server's log has the cause of what has just broken. */
export const noteErrorId = (id: string): void => {
  last = { id, at: performance.now() };
};

/** The last one since this document was loaded. */
export const lastErrorId = (): string | null => last?.id ?? null;

/** The one of what broke a moment ago. */
export const freshErrorId = (): string | null =>
  last !== null && performance.now() - last.at < freshMs ? last.id : null;

const mark = ` ${words.ui.errorId} `;

/** Words for a person, with the id where there is one. */
export const withErrorId = (text: string, id: string | null): string =>
  id === null ? text : `${text}${mark}${id}`;

/** Splits the text that `withErrorId` made. */
export const splitErrorId = (text: string): { text: string; id: string | null } => {
  const at = text.lastIndexOf(mark);
  return at < 0 ? { text, id: null } : { text: text.slice(0, at), id: text.slice(at + mark.length) };
};

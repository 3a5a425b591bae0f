import { words } from '../words/words.ts';

/** How many milliseconds after a failed call its message is shown at the latest. */
const freshMs = 2_000;

let last: { id: string; at: number } | null = null;

/** Remembers the id under which the server has logged the latest error. */
export const noteErrorId = (id: string): void => {
  last = { id, at: performance.now() };
};

/** Returns the last error id since this document was loaded. */
export const lastErrorId = (): string | null => last?.id ?? null;

/** Returns the id of an error that happened a moment ago. */
export const freshErrorId = (): string | null =>
  last !== null && performance.now() - last.at < freshMs ? last.id : null;

const mark = ` ${words.ui.errorId} `;

/** Appends the error id, if there is one, to a text for a person. */
export const withErrorId = (text: string, id: string | null): string =>
  id === null ? text : `${text}${mark}${id}`;

/** Splits the text that `withErrorId` made. */
export const splitErrorId = (text: string): { text: string; id: string | null } => {
  const at = text.lastIndexOf(mark);
  return at < 0 ? { text, id: null } : { text: text.slice(0, at), id: text.slice(at + mark.length) };
};

import type * as en from './en.ts';

/**
 * Every text of the interface. Another language is a file with these exports (`Words`), which the build substitutes
 * for the English one (web/build/language.ts). It is a namespace, so that each page loads only its own feature's texts.
 */
export * as words from './en.ts';

/** The exports of the texts of every language. */
export type Words = typeof en;

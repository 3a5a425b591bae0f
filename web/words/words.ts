import type * as en from './en.ts';

/**
 * Every text of the interface. Another language is another file with the same exports (`Words`), which the build puts
 * in the place of the English one (web/build/language.ts). It is a namespace rather than an object, so that each page
 * loads the words of its own feature only.
 */
export * as words from './en.ts';

/** What a file of another language has to export. */
export type Words = typeof en;

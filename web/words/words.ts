import type * as en from '../../dist/words/en.ts';

/**
 * Every text of the interface, from the files of words/. The build reads those of another language in place of the
 * English ones (web/build/language.ts). It is a namespace, so that each page loads only its own feature's texts.
 */
export * as words from '../../dist/words/en.ts';

/** The texts of every language. */
export type Words = typeof en;

/** A sentence of several, of which only some have gaps. */
export const filled = <Gaps>(sentence: string | ((gaps: Gaps) => string), gaps: Gaps): string =>
  typeof sentence === 'string' ? sentence : sentence(gaps);

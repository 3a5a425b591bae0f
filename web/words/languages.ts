/** The words of each language, which words/ has as JSON. */
export const languages = {
  en: () => import('../../dist/words/en.ts'),
  de: () => import('../../dist/words/de.ts'),
};

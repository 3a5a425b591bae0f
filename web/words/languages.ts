/**
 * The words of each language: one file here, one in server/words/, and one beside contract/errors/errors.ts. Sentences
 * that a language lacks are shown in English.
 */
export const languages = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
};

import type * as english from '../../dist/words/en/errors.ts';
import type { Words } from './words.ts';

/** All sentences of the screens, and those that forms share with the server. */
const all = async (
  screens: Promise<Words>,
  errors: Promise<typeof english>,
): Promise<Words & typeof english> => ({ ...(await screens), ...(await errors) });

/** The words of each language, which words/ has as JSON. */
export const languages = {
  en: () => all(import('../../dist/words/en.ts'), import('../../dist/words/en/errors.ts')),
  de: () => all(import('../../dist/words/de.ts'), import('../../dist/words/de/errors.ts')),
  fr: () => all(import('../../dist/words/fr.ts'), import('../../dist/words/fr/errors.ts')),
  es: () => all(import('../../dist/words/es.ts'), import('../../dist/words/es/errors.ts')),
  it: () => all(import('../../dist/words/it.ts'), import('../../dist/words/it/errors.ts')),
  pt: () => all(import('../../dist/words/pt.ts'), import('../../dist/words/pt/errors.ts')),
  nl: () => all(import('../../dist/words/nl.ts'), import('../../dist/words/nl/errors.ts')),
  pl: () => all(import('../../dist/words/pl.ts'), import('../../dist/words/pl/errors.ts')),
};

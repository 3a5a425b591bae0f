import { messages as english } from '../../contract/errors/errors.ts';
import { isLanguage, type Language } from '../../contract/shapes.ts';
import { errors as deMessages } from '../../dist/words/de/errors.ts';
import * as de from '../../dist/words/de/server.ts';
import { errors as esMessages } from '../../dist/words/es/errors.ts';
import * as es from '../../dist/words/es/server.ts';
import { errors as frMessages } from '../../dist/words/fr/errors.ts';
import * as fr from '../../dist/words/fr/server.ts';
import { errors as itMessages } from '../../dist/words/it/errors.ts';
import * as it from '../../dist/words/it/server.ts';
import { errors as ptMessages } from '../../dist/words/pt/errors.ts';
import * as pt from '../../dist/words/pt/server.ts';
import { errors as nlMessages } from '../../dist/words/nl/errors.ts';
import * as nl from '../../dist/words/nl/server.ts';
import { errors as plMessages } from '../../dist/words/pl/errors.ts';
import * as pl from '../../dist/words/pl/server.ts';
import * as en from '../../dist/words/en/server.ts';

/** The server's sentences in one language. */
export type Words = typeof en;

const spoken: Record<Language, { words: Words; messages: typeof english }> = {
  en: { words: en, messages: english },
  de: { words: de, messages: deMessages },
  fr: { words: fr, messages: frMessages },
  es: { words: es, messages: esMessages },
  it: { words: it, messages: itMessages },
  pt: { words: pt, messages: ptMessages },
  nl: { words: nl, messages: nlMessages },
  pl: { words: pl, messages: plMessages },
};

/** The server's sentences in all languages. */
export const allWords: readonly Words[] = Object.values(spoken).map(({ words }) => words);

export const wordsIn = (language: Language): Words => spoken[language].words;

const keyOf = new Map<string, string>(Object.entries(english).map(([key, sentence]) => [sentence, key]));

/**
 * A sentence of the contract in another language; any other sentence as it is. Errors are thrown with the English text
 * and translated when the response is sent.
 * `gaps` are the values of the names in braces.
 */
export const translate = (
  sentence: string,
  language: Language,
  gaps: Readonly<Record<string, string>> = {},
): string => {
  const key = keyOf.get(sentence);
  const translated: unknown = key === undefined ? null : Reflect.get(spoken[language].messages, key);
  const said = typeof translated === 'string' ? translated : sentence;
  return said.replaceAll(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);
};

/** The name and language of this installation. A process serves one installation. */
interface Place {
  name: string | null;
  language: Language;
}

let place: Place = { name: null, language: 'en' };

export const setPlace = (chosen: Place): void => {
  place = chosen;
};

/** The language for people who chose none: that of the installation. */
export const fallbackLanguage = (): Language => place.language;

/** The name that administrators gave this installation. */
export const placeName = (): string | null => place.name;

/** A stored choice of language; that of the installation for members without one. */
export const languageOr = (chosen: string | null): Language =>
  chosen !== null && isLanguage(chosen) ? chosen : place.language;

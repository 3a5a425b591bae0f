import { messages as english } from '../../contract/errors/errors.ts';
import { messages as german } from '../../contract/errors/errors-de.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** The same sentences with the same gaps, in whatever words. */
type Spoken<Said> = Said extends string
  ? string
  : Said extends (...gaps: infer Gaps) => unknown
    ? (...gaps: Gaps) => string
    : { readonly [Key in keyof Said]: Spoken<Said[Key]> };

/** The type of a language file: the same sentences with the same gaps. */
export type Words = Spoken<typeof en>;

const languages = {
  en: { words: en, messages: english },
  de: { words: de, messages: german },
} satisfies Record<string, { words: Words; messages: Record<keyof typeof english, string> }>;

export type Language = keyof typeof languages;

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

// Errors are thrown with the English text of the contract and translated when the response is sent.
const turnedInto = (language: Language): ReadonlyMap<string, string> => {
  const { messages } = languages[language];
  return new Map(
    Object.entries(english).map(([key, sentence]) => [sentence, Reflect.get(messages, key) ?? sentence]),
  );
};

let language: Language = 'en';
let sentences = turnedInto(language);

/** Sets the language of the installation. A process serves one installation, so it has one language. */
export const setLanguage = (chosen: Language): void => {
  language = chosen;
  sentences = turnedInto(chosen);
};

export const currentLanguage = (): Language => language;

/** The server's sentences in the language of the installation. */
export const currentWords = (): Words => languages[language].words;

/** A sentence of the contract in the language of the installation; any other as it is. */
export const inLanguage = (sentence: string): string => sentences.get(sentence) ?? sentence;

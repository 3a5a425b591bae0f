import type { Plugin } from 'vite';
import { lookScript } from '../../contract/text/look-script.ts';
import { isLanguage, Language } from '../../contract/shapes.ts';
import { languages } from '../words/languages.ts';
import type { Words } from '../words/words.ts';
import { manifestOf } from './manifest.ts';

/** The code of a language that there is; English where none is asked for. */
export const languageOf = (asked: string | undefined): Language => {
  const code = asked?.trim() || 'en';
  if (isLanguage(code)) return code;
  throw new Error(`APP_LANGUAGE must be one of ${Language.options.join(', ')}.`);
};

const english = /(?<=\/dist\/words\/)en(?=[./])/;

/**
 * Has the app speak another language: wherever a file asks for the English words, it gets those of `language`. One build
 * speaks one language, so no page carries a second one, and none asks which it is.
 */
export const spokenWords = (language: string): Plugin => ({
  name: 'circle-words',
  enforce: 'pre',
  resolveId(source, importer, options) {
    const spoken = source.replace(english, language);
    return spoken === source ? null : this.resolve(spoken, importer, { ...options, skipSelf: true });
  },
});

const translations: Record<Language, () => Promise<Words>> = languages;

/** Writes into the page and the manifest what is said before any code of ours runs. */
export const spokenPage = (language: Language): Plugin => {
  const wordsOfPage = async () => (await translations[language]()).page;
  const manifest = async () => JSON.stringify(manifestOf((await wordsOfPage()).manifest));
  return {
    name: 'circle-page',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const said: Record<string, string> = {
          language,
          look: lookScript,
          ...(await wordsOfPage()),
          manifest: '',
        };
        return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => said[name] ?? '');
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(`/manifest.${language}.webmanifest`, (_request, response, next) => {
        manifest().then((text) => response.end(text), next);
      });
    },
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: `manifest.${language}.webmanifest`,
        source: await manifest(),
      });
    },
  };
};

import path from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '../words/languages.ts';
import { manifestOf } from './manifest.ts';

const prefix = '\0language:';
const root = path.resolve(import.meta.dirname, '../..');
const english = path.join(root, 'web/words/en');
const sentences = path.join(root, 'contract/errors/errors.ts');

/** The code of a language that there is; English where none is asked for. */
export const languageOf = (asked: string | undefined): keyof typeof languages => {
  const code = asked?.trim() || 'en';
  if (code === 'en' || code === 'de') return code;
  throw new Error(`APP_LANGUAGE must be one of ${Object.keys(languages).join(', ')}.`);
};

/**
 * Has the app speak another language: wherever a file asks for the English words, it gets those of the same name in
 * `language`, and with them the sentences that the forms share with the server. One build speaks one language, so no
 * page carries a second one, and none asks which it is.
 */
export const spokenWords = (language: keyof typeof languages): Plugin => ({
  name: 'circle-words',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (language === 'en' || !importer || !/\b(?:en|errors)\b/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    const file = resolved?.id.replace(/^\0endpoints:/, '');
    if (file === sentences) return importer.startsWith(prefix) ? null : prefix + file;
    if (file !== `${english}.ts` && !file?.startsWith(english + path.sep)) return null;
    return path.join(root, 'web/words', language + file.slice(english.length));
  },
  load(id) {
    if (!id.startsWith(prefix)) return null;
    const file = id.slice(prefix.length);
    const spoken = path.join(root, `contract/errors/errors-${language}.ts`);
    // A module's own exports win over its re-exports.
    const code = `export * from ${JSON.stringify(file)};\nexport { messages } from ${JSON.stringify(spoken)};`;
    return { code, moduleSideEffects: false };
  },
});

/** Writes into the page and the manifest what is said before any code of ours runs. */
export const spokenPage = (language: keyof typeof languages): Plugin => {
  const manifest = async () => JSON.stringify(manifestOf((await languages[language]()).page.manifest));
  return {
    name: 'circle-page',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const { page } = await languages[language]();
        const said: Record<string, string> = { language, ...page, manifest: '' };
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

import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { missingSentences, type Translation, withFallback } from '../../contract/errors/fallback.ts';
import { isLanguage, Language } from '../../contract/shapes.ts';
import * as english from '../words/en.ts';
import { languages } from '../words/languages.ts';
import type { Words } from '../words/words.ts';
import { manifestOf } from './manifest.ts';

const prefix = '\0language:';
const root = path.resolve(import.meta.dirname, '../..');
const words = path.join(root, 'web/words');
const barrel = path.join(words, 'en.ts');
const errors = path.join(root, 'contract/errors');
const fallback = path.join(errors, 'fallback.ts');

/** The code of a language that there is; English where none is asked for. */
export const languageOf = (asked: string | undefined): Language => {
  const code = asked?.trim() || 'en';
  if (isLanguage(code)) return code;
  throw new Error(`APP_LANGUAGE must be one of ${Language.options.join(', ')}.`);
};

const exportsOf = async (file: string): Promise<Record<string, unknown>> => {
  const exported: unknown = existsSync(file) ? await import(pathToFileURL(file).href) : {};
  return typeof exported === 'object' && exported !== null
    ? Object.fromEntries(Object.entries(exported))
    : {};
};

/**
 * Has the app speak another language: wherever a file asks for the English words, it gets those of the same name in
 * `language`, and with them the sentences that the forms share with the server. One build speaks one language, so no
 * page carries a second one, and none asks which it is. Only sentences that the language lacks are in English.
 * @param folder of the words, which a test replaces
 */
export const spokenWords = (language: string, folder = words): Plugin => {
  /** The file of the translation: of the same name, or that with all words of the language. */
  const translationOf = (file: string): string => {
    if (file.startsWith(errors)) return path.join(errors, `errors-${language}.ts`);
    const same = path.join(folder, language + file.slice(path.join(words, 'en').length));
    return existsSync(same) ? same : path.join(folder, `${language}.ts`);
  };
  const isEnglish = (file: string): boolean =>
    file === path.join(errors, 'errors.ts') ||
    file === barrel ||
    file.startsWith(path.join(words, 'en') + path.sep);
  return {
    name: 'circle-words',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (language === 'en' || !importer || !/\b(?:en|errors)\b/.test(source)) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const file = resolved?.id.replace(/^\0endpoints:/, '');
      if (file === undefined || !isEnglish(file) || importer === prefix + file) return null;
      const translation = translationOf(file);
      const [original, translated] = await Promise.all([exportsOf(file), exportsOf(translation)]);
      const isSameFile = Object.keys(translated).every((name) => name in original);
      const isComplete = missingSentences(original, translated).length === 0;
      return isSameFile && isComplete ? translation : prefix + file;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = id.slice(prefix.length);
      const translation = translationOf(file);
      const [original, translated] = await Promise.all([exportsOf(file), exportsOf(translation)]);
      const [from, to] = [JSON.stringify(file), JSON.stringify(translation)];
      // A module's own exports win over its re-exports. `en.ts` re-exports files that are translated one by one.
      const all = Object.keys(translated).filter((name) => name in original);
      const own = file === barrel ? all.filter((name) => typeof original[name] === 'string') : all;
      const code = own.map((name) => {
        if (missingSentences(original[name], translated[name]).length === 0)
          return `export { ${name} } from ${to};`;
        return `import { ${name} as english_${name} } from ${from};
          import { ${name} as own_${name} } from ${to};
          export const ${name} = /* @__PURE__ */ withFallback(english_${name}, own_${name});`;
      });
      const start = [`import { withFallback } from ${JSON.stringify(fallback)};`, `export * from ${from};`];
      return { code: [...start, ...code].join('\n'), moduleSideEffects: false };
    },
  };
};

const translations: Record<Language, () => Promise<Translation<Words>>> = languages;

/** Writes into the page and the manifest what is said before any code of ours runs. */
export const spokenPage = (language: Language): Plugin => {
  const wordsOfPage = async () => withFallback(english, await translations[language]()).page;
  const manifest = async () => JSON.stringify(manifestOf((await wordsOfPage()).manifest));
  return {
    name: 'circle-page',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const said: Record<string, string> = { language, ...(await wordsOfPage()), manifest: '' };
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

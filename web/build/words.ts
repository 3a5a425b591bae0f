// The app is built once. Where it says something, it calls `__words` by the name of a group of sentences, which is
// replaced by those of each language when the files are written: every file with sentences is written once a language,
// into `assets/<language>/`, all others once into `assets/`. A page requests everything under its own language's folder,
// and the server answers from there or from `assets/` (server/platform/http/static-files.ts).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { Language } from '../../contract/shapes.ts';

const words = path.resolve(import.meta.dirname, '../../dist/words');
const english = /\/dist\/words\/en\/(\w+)\.ts$/;
/** A call as the minifier leaves it. */
const call = /__words\((["'`])(\w+)\1((?:,[\w$]+)*)(?:,(["'`])\.*\4)?\)/g;

const groups = readdirSync(path.join(words, 'en'))
  .map((name) => path.basename(name, '.ts'))
  .filter((name) => !['server', 'speech', 'lists'].includes(name));

const readWords = (language: Language, file: string): string =>
  readFileSync(path.join(words, language, `${file}.ts`), 'utf8');

/** The functions that the sentences of a group call in any language, with their files. */
const speechOf = (group: string): Map<string, string> =>
  new Map(
    Language.options.flatMap((language) =>
      Array.from(
        readWords(language, group).matchAll(/^import \{ (\w+) \} from '\.\/(\w+)\.ts'/gm),
        ([, name = '', file = '']) => [name, file] as const,
      ),
    ),
  );

/** The code of a group in a language: a function of the functions that its sentences call. */
const codeOf = async (language: Language, group: string): Promise<string> => {
  const { code } = await transformWithOxc(readWords(language, group), `${group}.ts`);
  const constant = code.replaceAll(/^import .*$/gm, '').replace(`export const ${group}`, `const ${group}`);
  const wrapped = `__take((${[...speechOf(group).keys()].join(', ')}) => { ${constant}; return ${group}; })`;
  const minified = await minify(`${group}.js`, wrapped, { module: true, compress: { target: 'es2023' } });
  return minified.code.replace(/^__take\(/, '(').replace(/;?\s*$/, '');
};

const localeOf = (language: Language): string => {
  const [, locale = ''] = /locale: string = ('[\w-]+')/.exec(readWords(language, 'speech')) ?? [];
  return `(()=>${locale})`;
};

/** The code of all groups of a language. */
const codesOf = async (language: Language): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['locale', localeOf(language)],
    ...(await Promise.all(groups.map(async (group) => [group, await codeOf(language, group)] as const))),
  ]);

let allCodes: Promise<ReadonlyMap<Language, ReadonlyMap<string, string>>> | undefined;
const codesOfAll = () =>
  (allCodes ??= Promise.all(
    Language.options.map(async (language) => [language, await codesOf(language)] as const),
  ).then((all) => new Map(all)));

/** The code of each group in a language. */
const sayingsOf = async (language: Language): Promise<(group: string) => string> => {
  const codes = (await codesOfAll()).get(language);
  return (group) => {
    const said = codes?.get(group);
    if (said === undefined) throw new Error(`There are no sentences called ${group} in ${language}.`);
    return said;
  };
};

const replaced = (code: string, sayings: (group: string) => string): string =>
  code.replaceAll(
    call,
    (_, __, group: string, functions: string) => `${sayings(group)}(${functions.slice(1)})`,
  );

/** A built script with the sentences of one language. */
const spoken = async (code: string, language: Language): Promise<string> =>
  replaced(code, await sayingsOf(language));

/** A built script for all languages, which finds its sentences in `self.__words`. */
export const unspoken = (code: string): string => replaced(code, (group) => `self.__words.${group}`);

/** Code that puts the sentences of a built script where it finds them. */
export const wordsOf = async (code: string, language: Language): Promise<string> => {
  const sayings = await sayingsOf(language);
  const said = new Set(Array.from(code.matchAll(call), ([, , group = '']) => group));
  return `self.__words={${Array.from(said, (group) => `${group}:${sayings(group)}`).join(',')}};`;
};

/** Leaves the sentences out of scripts, as calls by the names of their groups. */
export const namedWords = (): Plugin => ({
  name: 'circle-named-words',
  enforce: 'pre',
  load(id) {
    const [, group] = english.exec(id) ?? [];
    if (group === undefined || group === 'lists') return null;
    const source = readWords('en', group);
    if (group === 'speech')
      return source.replace(/locale: string = '[\w-]+'/, 'locale: string = /*#__PURE__*/ __words("locale")');
    // The bundler joins small files, so that a group has to be as large as its sentences.
    const functions = [...speechOf(group)];
    const values = [
      JSON.stringify(group),
      ...functions.map(([name]) => name),
      `'${'.'.repeat(source.length)}'`,
    ];
    return {
      code: [
        ...functions.map(([name, file]) => `import { ${name} } from './${file}.ts';`),
        `export const ${group} = /*#__PURE__*/ __words(${values.join(', ')});`,
      ].join('\n'),
      moduleSideEffects: false,
    };
  },
});

const hasWords = (chunk: Pick<Rolldown.RenderedChunk, 'moduleIds'>): boolean =>
  chunk.moduleIds.some((id) => english.test(id));

/** Writes the files with sentences in all languages. */
export const writtenWords = (): Plugin => ({
  name: 'circle-written-words',
  apply: 'build',
  enforce: 'post',
  // The name of a file is the same in all languages, and changes with each sentence in it.
  augmentChunkHash(chunk) {
    const own = chunk.moduleIds.flatMap((id) => english.exec(id)?.[1] ?? []);
    if (own.length === 0) return;
    const hash = createHash('sha256');
    for (const language of Language.options) for (const group of own) hash.update(readWords(language, group));
    return hash.digest('hex');
  },
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !hasWords(file)) continue;
        for (const language of Language.options)
          this.emitFile({
            type: 'asset',
            fileName: file.fileName.replace('assets/', `assets/${language}/`),
            source: await spoken(file.code, language),
          });
        delete bundle[file.fileName];
      }
    },
  },
});

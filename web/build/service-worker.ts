import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, build, type Rolldown, type UserConfig } from 'vite';
import { Language } from '../../contract/shapes.ts';
import { unspoken, wordsOf } from './words.ts';

/**
 * Builds a script after the app, beside it.
 * @param configOf its build, given the files of the app
 * @param then runs after it, with the folder of the built files
 */
export const buildBeside = (
  name: string,
  configOf: (root: string) => UserConfig,
  then: (folder: string, bundle: Rolldown.OutputBundle) => Promise<void> = () => Promise.resolve(),
): Plugin => {
  let [root, outDir] = ['', ''];
  return {
    name,
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
      outDir = path.resolve(root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async (_, bundle) => {
        const config = configOf(root);
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          ...config,
          build: { outDir, emptyOutDir: false, ...config.build },
        });
        await then(outDir, bundle);
      },
    },
  };
};

// Without the converter of videos, which is as large as the first screen and loads when a video is chosen.
const kept = /^assets\/(?!convert-worker-).+\.(?:css|js)$/;

/** The URLs that a page of a language requests; the same for scripts with sentences and for all others. */
const urlIn = (language: Language, file: string): string =>
  `assets/${language}/${file.slice(file.lastIndexOf('/') + 1)}`;

/** The files that the worker of a language keeps. The names of files in assets/ contain a hash of their content. */
const filesOf = (language: Language, bundle: Rolldown.OutputBundle) => {
  const page = `index.${language}.html`;
  const html = bundle[page];
  const urls = new Set(
    Object.keys(bundle)
      .filter((file) => kept.test(file))
      .map((file) => urlIn(language, file)),
  );
  return [
    { url: page, revision: hashOf(html?.type === 'asset' ? html.source : '') },
    ...[...urls].map((url) => ({ url, revision: null })),
  ];
};

/**
 * Builds `sw.ts` after the app: a script for all languages, and a worker for each, with its sentences and the list of the
 * files that it keeps for starts without a connection.
 * @param plugins those of the app that the worker needs too
 */
export const serviceWorker = (...plugins: Plugin[]): Plugin =>
  buildBeside(
    'circle-service-worker',
    (root) => ({
      plugins,
      build: {
        target: 'es2023',
        rolldownOptions: {
          input: path.join(root, 'sw.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    }),
    async (folder, bundle) => {
      const built = path.join(folder, 'sw.js');
      const code = await readFile(built, 'utf8');
      await rm(built);
      const shared = unspoken(code);
      const name = `assets/sw-${hashOf(shared)}.js`;
      await writeFile(path.join(folder, name), shared);
      for (const language of Language.options) {
        const worker = [
          await wordsOf(code, language),
          `self.__WB_MANIFEST=${JSON.stringify(filesOf(language, bundle))};`,
          `self.__SHELL="/index.${language}.html";`,
          `importScripts("/${name}");`,
        ];
        await writeFile(path.join(folder, `sw.${language}.js`), worker.join(''));
      }
    },
  );

const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

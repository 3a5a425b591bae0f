import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Plugin, build, type Rolldown, type UserConfig } from 'vite';

/** Builds a script after the app, beside it. @param configOf its build, given the files of the app */
export const buildBeside = (
  name: string,
  configOf: (bundle: Rolldown.OutputBundle, root: string) => UserConfig,
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
        const config = configOf(bundle, root);
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          ...config,
          build: { outDir, emptyOutDir: false, ...config.build },
        });
      },
    },
  };
};

// Without the converter of videos, which is as large as the first screen and loads when a video is chosen.
const kept = /^(?:index\.\w+\.html|assets\/(?!convert-worker-).+\.(?:css|js))$/;

/**
 * Builds `sw.ts` after the app, with the list of the files that it keeps for starts without a connection. The names of
 * files in assets/ contain a hash of their content, so only the page itself needs a revision.
 * @param language of the one shell that the worker keeps
 * @param plugins those of the app that the worker needs too
 */
export const serviceWorker = (language: string, ...plugins: Plugin[]): Plugin =>
  buildBeside('circle-service-worker', (bundle, root) => {
    const files = Object.values(bundle)
      .filter(({ fileName }) => kept.test(fileName))
      .map((file) => ({
        url: file.fileName,
        revision: file.fileName.startsWith('assets/') ? null : hashOf(file),
      }));
    return {
      plugins,
      define: {
        'self.__WB_MANIFEST': JSON.stringify(files),
        'self.__SHELL': JSON.stringify(`/index.${language}.html`),
      },
      build: {
        target: 'es2023',
        rolldownOptions: {
          input: path.join(root, 'sw.ts'),
          output: { format: 'iife', entryFileNames: `sw.${language}.js` },
        },
      },
    };
  });

const hashOf = (file: { code: string } | { source: string | Uint8Array }): string =>
  createHash('sha256')
    .update('code' in file ? file.code : file.source)
    .digest('hex')
    .slice(0, 16);

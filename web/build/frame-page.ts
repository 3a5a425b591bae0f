import path from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Builds the script of the picture frame's page, beside the app: one plain script without modules, in the syntax of 2015,
 * for tablets that get no new browser.
 */
export const framePage = (): Plugin => {
  let [root, outDir] = ['', ''];
  return {
    name: 'circle-frame-page',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
      outDir = path.resolve(root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          build: {
            outDir,
            emptyOutDir: false,
            target: 'es2015',
            modulePreload: false,
            rolldownOptions: {
              input: path.join(root, 'frame/frame.ts'),
              output: { format: 'iife', entryFileNames: 'frame/frame.js' },
            },
          },
        });
      },
    },
  };
};

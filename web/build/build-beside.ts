import path from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

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

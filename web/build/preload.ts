import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/**
 * Names in the page what is needed at once but would be found late: the app's own code, which the entry loads inside a
 * `try` so that a failure can be told.
 */
export const preload = (): Plugin => ({
  name: 'circle-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const files = Object.values(bundle);
      const app = files
        .filter(isChunk)
        .find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/web/app.tsx')));
      if (!app) throw new Error('The app has no file of its own; the page cannot name it.');
      const code = [app.fileName, ...app.imports];
      return code.map(codeTag);
    },
  },
});

const codeTag = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', href: `/${file}`, crossorigin: true },
  injectTo: 'head',
});

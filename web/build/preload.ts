import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/**
 * Adds preload links for code that the browser would find late: the entry imports the app inside a `try`, so that it
 * can report a failure.
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
        .find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/web/app/app.tsx')));
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

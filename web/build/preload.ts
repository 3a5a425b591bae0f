import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/** A chunk that contains the module, and all chunks that it imports. */
const chunksOf = (bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk[] => {
  const found = Object.values(bundle)
    .filter(isChunk)
    .find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!found) throw new Error(`No file of the app contains ${module}; the page cannot name it.`);
  const all = new Set([found]);
  for (const { imports } of all) {
    for (const name of imports) {
      const imported = bundle[name];
      if (imported && isChunk(imported)) all.add(imported);
    }
  }
  return [...all];
};

/**
 * Adds preload links for code that the browser would find late: the entry imports the app inside a `try`, so that it
 * can report a failure. Writes a second page, `member.html`, that also names the code of a member's home page.
 */
export const preload = (): Plugin => ({
  name: 'circle-preload',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      chunksOf(bundle, '/web/app/app.tsx').map(({ fileName }) => codeTag(fileName)),
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html.');
      const chunks = chunksOf(bundle, '/web/pages/moments/home.tsx');
      const styles = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      const links = [
        ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
        ...chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
      ];
      const html = String(page.source);
      const added = links.filter((link) => !html.includes(/href="[^"]+"/.exec(link)?.[0] ?? link));
      const source = html.replace('</head>', `${added.join('\n    ')}\n  </head>`);
      this.emitFile({ type: 'asset', fileName: 'member.html', source });
    },
  },
});

const codeTag = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', href: `/${file}`, crossorigin: true },
  injectTo: 'head',
});

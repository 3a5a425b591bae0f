import { createServer, type Plugin, type Rolldown } from 'vite';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import type { Language } from '../../contract/shapes.ts';
import { spokenWords } from './language.ts';

interface Prerendered {
  /** The splash, which stands in the page until the app draws something else. */
  splash: string;
  /** The public home page with its title. */
  visitor: string;
  visitorTitle: string;
}

const isPrerendered = (value: unknown): value is Prerendered =>
  typeof value === 'object' && value !== null && 'splash' in value && 'visitor' in value;

/** Renders pages as React would draw them in a browser, to text, by the module `web/app/prerender.tsx`. */
const prerender = async (language: Language): Promise<Prerendered> => {
  const server = await createServer({
    configFile: false,
    root: path.resolve(import.meta.dirname, '..'),
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    plugins: [react(), spokenWords(language)],
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule('/app/prerender.tsx');
    const pages: unknown = await module['rendered'];
    if (!isPrerendered(pages)) throw new Error('web/app/prerender.tsx rendered nothing.');
    return pages;
  } finally {
    await server.close();
  }
};

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/** The chunk that contains the module, and all chunks that it imports. */
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

const stylesOf = (chunks: readonly Rolldown.OutputChunk[]): Set<string> =>
  new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));

const textOf = (bundle: Rolldown.OutputBundle, file: string): string => {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`The build has no ${file}.`);
  return String(asset.source);
};

const codeLink = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`;
const styleLink = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`;

/** The file that imports all pages but the home pages. */
const otherPages = (bundle: Rolldown.OutputBundle): string =>
  chunksOf(bundle, '/web/app/later-pages.ts')[0]?.fileName ?? '';

const withLinks = (html: string, links: readonly string[]): string =>
  html.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`);

/** The page of a member's home: names the code and styles of the feed, not those of other pages. */
const memberPage = (html: string, bundle: Rolldown.OutputBundle): string => {
  const chunks = chunksOf(bundle, '/web/pages/moments/home.tsx');
  const others = codeLink(otherPages(bundle));
  const isNew = (file: string) => !html.includes(`"/${file}"`);
  return withLinks(html.replace(`    ${others}\n`, ''), [
    ...[...stylesOf(chunks)].filter(isNew).map(styleLink),
    ...chunks
      .map(({ fileName }) => fileName)
      .filter(isNew)
      .map(codeLink),
  ]);
};

/** The public home page with its text and styles, so that a browser paints it before any script or other file. */
const visitorPage = (
  html: string,
  bundle: Rolldown.OutputBundle,
  { splash, visitor, visitorTitle }: Prerendered,
): string => {
  const styles = stylesOf([
    ...chunksOf(bundle, '/web/main.tsx'),
    ...chunksOf(bundle, '/web/pages/site/public-home.tsx'),
  ]);
  const css = [...styles].map((file) => textOf(bundle, file)).join('');
  return html
    .replaceAll(/ *<link rel="(?:modulepreload|stylesheet)"[^>]*>\n/g, '')
    .replace(/<title>.*<\/title>/, () => `<title>${visitorTitle}</title>`)
    .replace('</head>', () => `  <style>${css}</style>\n  </head>`)
    .replace(`<div id="root">${splash}`, () => `<div id="root" data-visitor>${visitor}`);
};

/**
 * Completes `index.html`: it shows the splash, and names code that the browser would find late (the entry imports the
 * app inside a `try`, so that it can report a failure). Writes it as `index.en.html`, with `member.en.html` and
 * `visitor.en.html` beside it, because all languages share one folder.
 */
export const pages = (language: Language): Plugin => {
  let rendered: Prerendered;
  return {
    name: 'circle-pages',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      rendered = await prerender(language);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        withLinks(
          html.replace('<div id="root">', (root) => root + rendered.splash),
          [...chunksOf(bundle, '/web/app/app.tsx').map(({ fileName }) => fileName), otherPages(bundle)].map(
            codeLink,
          ),
        ),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const html = textOf(bundle, 'index.html');
        const documents = {
          index: html,
          member: memberPage(html, bundle),
          visitor: visitorPage(html, bundle, rendered),
        };
        for (const [name, source] of Object.entries(documents))
          this.emitFile({ type: 'asset', fileName: `${name}.${language}.html`, source });
        delete bundle['index.html'];
      },
    },
  };
};

import { createServer, createServerModuleRunner, type Plugin, type Rolldown } from 'vite';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { Language } from '../../contract/shapes.ts';
import { languages } from '../words/languages.ts';
import { manifestIn, pageIn } from './language.ts';
import { namedWords } from './words.ts';

interface Prerendered {
  /** The splash, which stands in the page until the app draws something else. */
  splash: string;
  /** The public home page with its title. */
  visitor: string;
  visitorTitle: string;
}

const isModule = (value: unknown): value is { rendered: unknown } =>
  typeof value === 'object' && value !== null && 'rendered' in value;

const isPrerendered = (value: unknown): value is Prerendered =>
  typeof value === 'object' && value !== null && 'splash' in value && 'visitor' in value;

/** Renders pages as React would draw them in a browser, to text, by the module `web/app/prerender.tsx`. */
const prerender = async (): Promise<ReadonlyMap<Language, Prerendered>> => {
  const server = await createServer({
    configFile: false,
    root: path.resolve(import.meta.dirname, '..'),
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    plugins: [react(), namedWords()],
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const runner = createServerModuleRunner(server.environments.ssr);
  const rendered = new Map<Language, Prerendered>();
  try {
    for (const language of Language.options) {
      const said = new Map(Object.entries(await languages[language]()));
      Object.assign(globalThis, { __words: (group: string) => said.get(group) });
      runner.clearCache();
      const module: unknown = await runner.import('/app/prerender.tsx');
      const pages: unknown = await (isModule(module) ? module.rendered : null);
      if (!isPrerendered(pages)) throw new Error('web/app/prerender.tsx rendered nothing.');
      rendered.set(language, pages);
    }
    return rendered;
  } finally {
    await runner.close();
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
 * `visitor.en.html` beside it, and the same for all other languages.
 */
export const pages = (): Plugin => {
  let rendered: ReadonlyMap<Language, Prerendered>;
  return {
    name: 'circle-pages',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      rendered = await prerender();
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        withLinks(
          html,
          [...chunksOf(bundle, '/web/app/app.tsx').map(({ fileName }) => fileName), otherPages(bundle)].map(
            codeLink,
          ),
        ),
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const built = textOf(bundle, 'index.html');
        for (const [language, shown] of rendered) {
          const page = await pageIn(language, built);
          const html = page.replace('<div id="root">', (root) => root + shown.splash);
          const documents = {
            index: html,
            member: memberPage(html, bundle),
            visitor: visitorPage(html, bundle, shown),
          };
          for (const [name, source] of Object.entries(documents))
            this.emitFile({
              type: 'asset',
              fileName: `${name}.${language}.html`,
              source: source.replaceAll(/(?<=(?:href|src)="\/assets\/)/g, `${language}/`),
            });
          this.emitFile({
            type: 'asset',
            fileName: `manifest.${language}.webmanifest`,
            source: await manifestIn(language),
          });
        }
        delete bundle['index.html'];
      },
    },
  };
};

import react from '@vitejs/plugin-react';
import path from 'node:path';
import { createServer } from 'vite';
import type { Language } from '../../contract/shapes.ts';
import { spokenWords } from './language.ts';

export interface Prerendered {
  /** The splash, which stands in the page until the app draws something else. */
  splash: string;
  /** The public home page with its title. */
  visitor: string;
  visitorTitle: string;
}

const isPrerendered = (value: unknown): value is Prerendered =>
  typeof value === 'object' && value !== null && 'splash' in value && 'visitor' in value;

/** Renders pages as React would draw them in a browser, to text, by the module `web/app/prerender.tsx`. */
export const prerender = async (language: Language): Promise<Prerendered> => {
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

// Builds the page of components for `npm run gallery`. `npx vite test/gallery/components` opens it in a browser.
import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { languageOf, spokenPage, spokenWords } from '../../../web/build/language.ts';
import { root } from '../../setup/sources.ts';

const language = languageOf(process.env['APP_LANGUAGE']);

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: path.join(root, 'web/public'),
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), tailwind(), spokenWords(language), spokenPage(language)],
  build: { target: 'es2023', copyPublicDir: false },
});

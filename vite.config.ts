import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { endpointsOnly } from './web/build/endpoints.ts';
import { languageOf, spokenPage, spokenWords } from './web/build/language.ts';
import { precompress } from './web/build/precompress.ts';
import { preload } from './web/build/preload.ts';

const api = process.env['API_URL'] ?? 'http://localhost:3001';

const language = languageOf(process.env['APP_LANGUAGE']);

const libraries = /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|@tanstack|clsx)\//;

const anyOf = (...files: string[]) => new RegExp(files.join('|'));

const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(?:${names.join('|')})\\.mjs$`;

// What every page needs before anything else.
const shell = anyOf(
  'web/[a-z-]+\\.tsx?$',
  'web/words/[a-z]{2}/(?:notifications|ui)\\.ts$',
  'web/ui/(?:bars|button|button-look|changed|icon-button|links|logo|ring|rings|splash|toast)\\.tsx?$',
  'web/features/(?:notifications/(?:bell|unread)|posts/waiting-mark)\\.tsx?$',
  'endpoints:.*/contract/(?:auth|endpoint|notifications)\\.ts$',
  'lucide-react/dist/esm/(?:[A-Za-z]+\\.mjs|shared/.*)$',
  icons('bell', 'bug', 'circle-dot', 'house', 'loader-circle', 'log-out', 'users'),
);

// What nearly every page of a member shows, and the feed, which is the first of them: small things that would be forty
// files, and together are a third smaller.
const common = anyOf(
  'web/pages/home\\.tsx$',
  'web/ui/minute\\.ts$',
  'web/words/[a-z]{2}/(?:posts|comments|likes)\\.ts$',
  'web/features/likes/(?:like|like-button)\\.tsx?$',
  'web/features/posts/(?:feed[a-z-]*|kept-place|mute|photo-sheet|photo-tile|placeholder|you)\\.tsx?$',
  'web/features/circles/cache\\.ts$',
  'web/live-posts\\.ts$',
  'web/features/posts/post-(?:card|head|menu|text)\\.tsx?$',
  'endpoints:.*/contract/(?:blocking|reporting)\\.ts$',
  'node_modules/thumbhash/',
  icons(
    'aperture',
    'camera',
    'eye',
    'eye-off',
    'flag',
    'heart',
    'message-circle',
    'shield-check',
    'trash',
    'volume-x',
  ),
  'web/ui/(?:audience-mark|avatar|badge|choices|circle-dot|empty-state|initials|layouts|menu)\\.tsx?$',
  'web/ui/(?:loading|roving|skeleton|spinner|time-ago|visually-hidden)\\.tsx?$',
  'web/words/(?:time|[a-z]{2}/(?:members|plural|time))\\.ts$',
  'web/features/members/(?:names|person-avatar)\\.tsx?$',
  'endpoints:.*/contract/(?:circles|posts|limits|account|comments|likes)\\.ts$',
  icons('arrow-left', 'chevron-down', 'ellipsis', 'image-off', 'user-round', 'x'),
);

// The entry stays apart, so that it can still tell when the shell could not be loaded; the others are loaded after
// the first screen, although they stand beside the shell's files.
const apart =
  /web\/(?:main|early|console-errors|offline-note|privacy|push|sign-out-push|sideways|start-up-failure|stores|live|live-map|live-posts|live-stream|sw|forms)\.tsx?$/;

export default defineConfig({
  root: 'web',
  // wouter asks for the stand-in that older versions of React need; ours has the real one.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [
    react(),
    tailwind(),
    spokenWords(language),
    spokenPage(language),
    endpointsOnly(),
    preload(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      // The manifest is a file of ours, and the worker is registered by hand after the page has loaded.
      manifest: false,
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [spokenWords(language)] },
        globPatterns: ['index.html', 'assets/*.{js,css}'],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The page's rules of content forbid data: addresses except for images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs, in three files instead of fifty: what others wrote (it changes rarely and stays in the
        // browser's cache over versions of ours), and our own shell. Everything else is split by page.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'libraries', test: libraries },
            { name: 'common', test: common },
            { name: 'shell', test: (file) => shell.test(file) && !apart.test(file) },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/uploads': api } },
  preview: { proxy: { '/api': api, '/uploads': api } },
});

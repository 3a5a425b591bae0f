import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsOnly } from './web/build/endpoints.ts';
import { framePage } from './web/build/frame-page.ts';
import { languageOf, spokenPage, spokenWords } from './web/build/language.ts';
import { namedWords, writtenWords } from './web/build/words.ts';
import { pages } from './web/build/pages.ts';
import { precompress } from './web/build/precompress.ts';
import { serviceWorker } from './web/build/service-worker.ts';

const api = process.env['API_URL'] ?? 'http://localhost:3001';

const language = languageOf(process.env['APP_LANGUAGE']);

// Home follows neither mutations nor lists of queries.
const libraries =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|@tanstack)\/(?!.*\/(?:mutationObserver|queriesObserver|useMutation|useQueries)\.js$)/;

const anyOf = (...files: string[]) => new RegExp(files.join('|'));

const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(?:${names.join('|')})\\.mjs$`;

// The contract with its schemas, and what only they need: without a group, the shell would take them along, because the
// contract without schemas (endpointsOnly) refers to them. The suggestion of usernames is left out: with it, every page that
// has schemas would also load the form to sign up and its libraries.
const schemas =
  /^[^\0].*\/(?:contract\/(?!endpoint\.ts|text\/(?:key-sheets|suggest-username)\.ts)|zod\/|words\/[a-z]{2}\/errors\.ts)/;

// The map of the other pages, with small parts that most of them share. The home pages load it after their first screen.
const later = anyOf(
  'web/app/(?:later-pages|lost-session|open-in-language|page-titles|pending-toast)\\.ts$',
  'web/app/(?:broken-page|start/(?:after-load|replaced-texts))\\.tsx?$',
  'web/data/(?:between\\.ts|idempotency-key\\.ts|refresh-posts\\.ts|upload\\.ts|waiting\\.tsx)$',
  'web/features/(?:blocking/mute|circles/cache|media/(?:in-memory|shrink-image|video/short-time)|members/search)\\.ts$',
  'web/features/(?:posts/card/post-marks|site/language-links)\\.tsx$',
  'web/offline/(?:offline-data-at|offline-db)\\.ts$',
  'web/ui/feedback/(?:alert|error-id)\\.tsx$',
  'web/ui/form/(?:field|text-field)\\.tsx$',
  'web/ui/layout/layouts\\.tsx$',
  'web/ui/people/badge\\.tsx$',
  'web/ui/text/edited\\.(?:tsx|css)$',
  'web/words/(?:dates|day)\\.ts$',
  'dist/words/[a-z]{2}/(?:between|byLetter|muting|pageBroken|pageTitles|reporting|session)\\.ts$',
  '@tanstack/.*/(?:mutationObserver|queriesObserver|useMutation|useQueries)\\.js$',
  'contract/text/short-time\\.ts$',
  'endpoints:.*/contract/(?:blocking|limits|members|notifications|reporting|shapes)\\.ts$',
  icons(
    'arrow-left',
    'arrow-right',
    'badge-check',
    'check',
    'circle-check',
    'circle-exclamation-point',
    'clock',
    'eye',
    'eye-off',
    'mail',
    'play',
    'trash',
    'triangle-exclamation-point',
  ),
);

// Small parts that pages load after their first screen, in two files: those of each page, and those of Home. Left out are
// `privacy.ts` and `service-worker.ts`, which `main.tsx` loads first: they would bring their whole file with them.
const background = anyOf(
  'web/app/(?:background-work|dialogs/photo-talk)\\.tsx?$',
  'web/offline/offline-note\\.tsx$',
  'web/ui/overlay/toaster\\.tsx$',
  '@radix-ui/react-(?:toast|visually-hidden)/',
);
const home = anyOf(
  'web/app/(?:later-parts|waiting/outbox-line)\\.tsx?$',
  'web/features/(?:delivery/(?:quiet-card|seen)|posts/feed/offline-feed|timeline/this-day(?:-card)?)\\.tsx?$',
  'web/live/(?:event-stream|let-go|live-updates|stale-keys)\\.(?:ts|css)$',
  'endpoints:.*/contract/delivery\\.ts#seen$',
  'node_modules/clsx/',
);

// The outbox, for pages on which something is shared or waits.
const outbox = anyOf(
  'web/outbox/(?:back-off|discard-items|holder|item|kinds|mark|outbox|progress|store-work|stored-items|things|use-outbox)\\.ts$',
  'web/app/waiting/thing-text\\.ts$',
  'web/data/request-paths\\.ts$',
);

// The libraries of dialogs, without those of menus.
const dialogs = anyOf(
  '@radix-ui/(?!react-(?:arrow|dropdown-menu|menu|popper|roving-focus)/)',
  'node_modules/(?:aria-hidden|get-nonce|react-remove-scroll|react-style-singleton|tslib|use-callback-ref|use-sidecar)',
);

// The words that Home loads after its first screen, and those of the composer, which often comes next. Without a group,
// Home would load 140 KB of words for them.
const wordsOfHome =
  /dist\/words\/[a-z]{2}\/(?:compose|controls|conversation|delivery|edit|mentions|offlineNote|outbox|photoRows|thisDay|timeline|voiceRecorder)\.ts$/;

export default defineConfig(({ command }) => ({
  root: 'web',
  // wouter asks for the stand-in that older versions of React need; ours has the real one.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: '../createLucideIcon.mjs', replacement: '/ui/pencil/icon.ts' },
    ],
  },
  plugins: [
    react(),
    tailwind(),
    ...(command === 'serve' ? [spokenWords(language), spokenPage(language)] : [namedWords()]),
    endpointsOnly(),
    pages(),
    writtenWords(),
    serviceWorker(namedWords(), endpointsOnly()),
    framePage(),
    precompress(),
  ],
  // Scripts name each other relative to themselves, because each language requests them in its own folder.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'js' ? { relative: true } : undefined) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The page's rules of content forbid data: addresses except for images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: {
      polyfill: false,
      // Every page has these before it imports anything.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/\/(?:index|libraries|rolldown-runtime|shell)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        // What every page needs, in three files instead of fifty: what others wrote (it changes rarely and stays in the
        // browser's cache over versions of ours), the entry, which reports when the shell cannot be loaded, and the shell:
        // the app and the feed, a member's first page, with all that they import. Everything else is split by page.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, priority: 3, includeDependenciesRecursively: false },
            { name: 'index', tags: ['$initial'], priority: 3, includeDependenciesRecursively: false },
            {
              name: 'schemas',
              test: schemas,
              priority: 3,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
              includeDependenciesRecursively: false,
            },
            { name: 'shell', test: /web\/(?:app\/app|pages\/moments\/home)\.tsx$/, priority: 2 },
            { name: 'later', test: later, priority: 3, includeDependenciesRecursively: false },
            { name: 'background', test: background, priority: 3, includeDependenciesRecursively: false },
            { name: 'home', test: home, priority: 3, includeDependenciesRecursively: false },
            { name: 'outbox', test: outbox, priority: 3, includeDependenciesRecursively: false },
            { name: 'dialogs', test: dialogs, priority: 2, includeDependenciesRecursively: false },
            // The calls of several pages; see web/build/endpoints.ts. The feed would take those of a file along.
            {
              name: 'calls',
              test: /endpoints:.*\/contract\/(?:notifications\.ts#(?!unread$)|posts\.ts#(?!feed$|ofMember$))/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            { name: 'calls', test: /endpoints:.*#/, minShareCount: 2, priority: 1 },
            // Small parts of many pages. Each would be a file, which costs more than the bytes that a page loads in vain.
            { name: 'icons', test: /lucide-react/, includeDependenciesRecursively: false },
            // The ideas for questions, which one dialog draws from.
            { name: 'sixty', test: /dist\/words\/[a-z]{2}\/sixty\.ts$/, priority: 1 },
            { name: 'words', test: wordsOfHome, priority: 1 },
            {
              name: 'words',
              test: /dist\/words/,
              entriesAware: true,
              entriesAwareMergeThreshold: 12_000,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // A worker of modules loads its own chunks; the contract keeps its schemas out of it.
  worker: { format: 'es', plugins: () => [endpointsOnly()] },
  server: { port: 5173, proxy: { '/api': api, '/uploads': api, '^/frame(?:/|$)': api } },
  preview: { proxy: { '/api': api, '/uploads': api } },
}));

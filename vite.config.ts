import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsOnly } from './web/build/endpoints.ts';
import { framePage } from './web/build/frame-page.ts';
import { languageOf, spokenPage, spokenWords } from './web/build/language.ts';
import { pages } from './web/build/pages.ts';
import { precompress } from './web/build/precompress.ts';
import { serviceWorker } from './web/build/service-worker.ts';

const api = process.env['API_URL'] ?? 'http://localhost:3001';

const language = languageOf(process.env['APP_LANGUAGE']);

const libraries = /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|@tanstack|clsx)\//;

const anyOf = (...files: string[]) => new RegExp(files.join('|'));

const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(?:${names.join('|')})\\.mjs$`;

// The code that every page needs before anything else, the feed, which is a member's first page, and the components
// that nearly every page shows. Apart they would be fifty files, and a third larger. The other files of app/, data/,
// live/ and offline/ are loaded earlier, by the entry (it reports when the shell cannot be loaded), or later.
const shell = anyOf(
  'web/app/(?!background-work|config|later-pages|not-found-page|open-in-language|pending-toast|prerender|privacy|service-worker|unreachable-note)[a-z-]+\\.tsx?$',
  'web/app/dialogs/audience\\.ts$',
  'web/data/(?:api|error-id|fetch-read|query|waiting-mark|watchers)\\.ts$',
  'web/live/stream-state\\.ts$',
  'web/offline/connection\\.ts$',
  'dist/words/[a-z]{2}/(?:comments|likes|members|notifications|posts|product|session|shell|speech|time|titles|trouble|ui)\\.ts$',
  'dist/words/[a-z]{2}\\.ts$',
  'web/ui/form/(?:button|button-look|icon-button|links)\\.tsx?$',
  'web/ui/hooks/(?:lazy-component\\.tsx|use-changed\\.ts)$',
  'web/ui/layout/(?:bars\\.tsx|share-in-view\\.ts)$',
  'web/ui/overlay/(?:confirm|toast)\\.ts$',
  'web/ui/pencil/(?:logo|ring|ring-paths)\\.tsx?$',
  'web/ui/feedback/(?:error-id|splash)\\.tsx$',
  'web/features/(?:notifications/(?:bell|unread))\\.tsx?$',
  'contract/endpoint\\.ts$',
  'endpoints:.*/contract/(?:auth|notifications)\\.ts$',
  'lucide-react/dist/esm/(?:[A-Za-z]+\\.mjs|shared/.*)$',
  'web/pages/moments/home\\.tsx$',
  'web/data/cached-posts\\.ts$',
  'web/words/(?:time|up-to)\\.ts$',
  'web/features/likes/like-button\\.tsx$',
  'web/features/posts/feed/(?:feed[a-z-]*|keep-scroll-position|profile-card)\\.tsx?$',
  'web/features/posts/card/(?:photo-sheet|placeholder|post-card)\\.tsx?$',
  'web/ui/feedback/(?:loading|more-pages|skeleton|spinner)\\.tsx$',
  'web/ui/form/choices\\.tsx$',
  'web/ui/hooks/(?:roving|use-minute)\\.ts$',
  'web/ui/overlay/menu\\.tsx$',
  'web/ui/people/(?:audience-mark|avatar|initials|person-avatar|person-name)\\.tsx?$',
  'web/ui/text/(?:time-ago|visually-hidden)\\.tsx$',
  'endpoints:.*/contract/(?:account|circles|likes|posts)\\.ts$',
  icons(
    'aperture',
    'bell',
    'bug',
    'chevron-down',
    'circle-dot',
    'ellipsis',
    'heart',
    'house',
    'image-off',
    'loader-circle',
    'log-out',
    'message-circle',
    'plus',
    'search',
    'shield-check',
    'user-round',
    'users',
    'x',
  ),
);

// The map of the other pages, with small parts that most of them share. The home pages load it after their first screen.
const later = anyOf(
  'web/app/(?:later-pages|open-in-language)\\.ts$',
  'web/data/(?:idempotency-key|refresh-posts|upload)\\.ts$',
  'web/features/(?:blocking/mute|circles/cache|media/(?:shrink-image|video/short-time)|members/search)\\.ts$',
  'web/features/(?:posts/card/post-marks|site/language-links)\\.tsx$',
  'web/offline/offline-db\\.ts$',
  'web/ui/feedback/(?:alert|progress)\\.tsx$',
  'web/ui/form/(?:checkbox-row|field|switch|text-field)\\.tsx$',
  'web/ui/layout/layouts\\.tsx$',
  'web/ui/people/(?:badge|by-letter|circle-dot)\\.tsx$',
  'dist/words/[a-z]{2}/(?:byLetter|muting|reporting)\\.ts$',
  'contract/text/short-time\\.ts$',
  'endpoints:.*/contract/(?:blocking|limits|members|reporting|shapes)\\.ts$',
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
    pages(language),
    serviceWorker(language, spokenWords(language), endpointsOnly()),
    framePage(),
    precompress(),
  ],
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
        // What every page needs, in three files instead of fifty: what others wrote (it changes rarely and stays in the
        // browser's cache over versions of ours), and our own shell. Everything else is split by page.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'libraries', test: libraries },
            { name: 'shell', test: shell },
            { name: 'later', test: later },
          ],
        },
      },
    },
  },
  // A worker of modules loads its own chunks; the contract keeps its schemas out of it.
  worker: { format: 'es', plugins: () => [endpointsOnly()] },
  server: { port: 5173, proxy: { '/api': api, '/uploads': api, '^/frame(?:/|$)': api } },
  preview: { proxy: { '/api': api, '/uploads': api } },
});

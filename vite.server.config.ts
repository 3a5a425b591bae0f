import { defineConfig } from 'vite';

const bare = 'virtual:no-http2';

/** Builds the server and its programs into dist/server, libraries included; `npm run dev` and tests run the sources. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  plugins: [
    {
      // Fastify imports HTTP/2 at its start, which takes 6 MB. A proxy speaks it with browsers, this server never.
      name: 'no-http2',
      enforce: 'pre',
      resolveId: (id) => (id === 'node:http2' ? bare : null),
      load: (id) => (id === bare ? 'module.exports = {};' : null),
    },
  ],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node26',
    sourcemap: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        circle: 'server/cli/circle.ts',
        demo: 'server/cli/demo.ts',
        heic: 'server/platform/images/heic/child.ts',
        images: 'server/platform/images/child.ts',
        mails: 'server/platform/mail-in/read/child.ts',
        scenarios: 'server/features/scenarios/child.ts',
        videos: 'server/platform/videos/child.ts',
        worker: 'server/worker.ts',
      },
      // sharp has a native part. pg looks for pg-native only when asked to.
      external: ['sharp', 'pg-native'],
      // server/platform/programs.ts expects all files in one folder.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        minify: { compress: true, mangle: false, codegen: true },
      },
    },
  },
});

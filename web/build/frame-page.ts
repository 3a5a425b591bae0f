import path from 'node:path';
import type { Plugin } from 'vite';
import { buildBeside } from './service-worker.ts';

/**
 * Builds the script of the picture frame's page: one plain script without modules, in the syntax of 2015, for tablets
 * that get no new browser.
 */
export const framePage = (): Plugin =>
  buildBeside('circle-frame-page', (root) => ({
    build: {
      target: 'es2015',
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, 'frame/frame.ts'),
        output: { format: 'iife', entryFileNames: 'frame/frame.js' },
      },
    },
  }));

import path from 'node:path';

// The built server is flat in dist/server, so both this file and the bundle lie two folders below the project's.
const isBuilt = import.meta.filename.endsWith('.js');
const root = path.resolve(import.meta.dirname, '../..');

/** The programs of the server, and of its worker thread, beside `server/main.ts`, by the name of their file in dist/server. */
const programs = {
  circle: 'server/cli/circle.ts',
  heic: 'server/platform/images/heic/child.ts',
  images: 'server/platform/images/child.ts',
  mails: 'server/platform/mail-in/read/child.ts',
  scenarios: 'server/features/scenarios/child.ts',
  videos: 'server/platform/videos/child.ts',
  worker: 'server/worker.ts',
} as const;

/** The path of a file that is read at run time, in the sources and from the built server alike. */
export const projectFile = (file: string): string => path.join(root, file);

/** The path of a program to start: the built one where this process runs the built server, else its source. */
export const programFile = (name: keyof typeof programs): string =>
  isBuilt ? path.join(import.meta.dirname, `${name}.js`) : projectFile(programs[name]);

/** The files that a program reads to start, as patterns for Node's `--allow-fs-read`. */
export const programReads = (): string[] =>
  isBuilt
    ? [path.join(import.meta.dirname, '*')]
    : [
        path.join('server', '*'),
        path.join('contract', '*'),
        path.join('dist', 'words', '*'),
        path.join('node_modules', '*'),
        'package.json',
      ].map(projectFile);

import path from 'node:path';
import { programFile, programReads, projectFile } from '../../programs.ts';
import { createPool, type Pool } from '../../processes/pool.ts';

/**
 * A pool of one process, which decodes one HEIC after the other. Node lets the process read its program and read and
 * write the folder of uploads (its real path), but neither open connections nor start processes or threads.
 */
export const createHeicPool = (folder: string): Pool => {
  const uploads = path.join(folder, '*');
  const library = projectFile('node_modules/libheif-js');
  return createPool({
    module: programFile('heic'),
    env: {},
    serialization: 'json',
    execArgv: [
      '--permission',
      ...[...programReads(), path.join(library, '*'), uploads].map((place) => `--allow-fs-read=${place}`),
      `--allow-fs-write=${uploads}`,
      '--disallow-code-generation-from-strings',
      '--expose-gc',
      '--max-semi-space-size=1',
      '--max-old-space-size=64',
    ],
    size: 1,
    perParty: { running: 1, waiting: 20 },
    timeLimit: 60_000,
    // The largest photos take 15 s.
    usage: { processorMs: 30_000 },
    pauseAfterLateMs: 10 * 60_000,
    idleTime: 20_000,
  });
};

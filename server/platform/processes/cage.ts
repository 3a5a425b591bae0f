import path from 'node:path';
import type { PoolOptions } from './pool.ts';
import { programReads } from '../programs.ts';

/**
 * The cage of a process that reads untrusted files: it reads the program and one folder, writes in that folder, and has
 * no network, no other process or thread and no native code. It gets no setting and no secret of the server.
 */
export const caged = (folder: string): Pick<PoolOptions, 'env' | 'serialization' | 'execArgv'> => ({
  env: { MALLOC_ARENA_MAX: '1' },
  serialization: 'json',
  execArgv: [
    '--permission',
    ...[...programReads(), path.join(folder, '*')].map((place) => `--allow-fs-read=${place}`),
    `--allow-fs-write=${path.join(folder, '*')}`,
    '--disallow-code-generation-from-strings',
    '--enable-source-maps',
    '--max-semi-space-size=4',
    '--max-old-space-size=128',
    // The process frees the memory of buffers itself.
    '--expose-gc',
  ],
});

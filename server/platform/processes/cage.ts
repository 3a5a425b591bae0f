import path from 'node:path';
import type { PoolOptions } from './pool.ts';
import { programReads } from '../programs.ts';

/** The limits of one order, which the caged process checks itself, too. */
export const cageLimits = { processorMs: 60_000, memoryBytes: 256 * 1024 * 1024 };

/**
 * The cage of a process that reads untrusted files: it reads the program and one folder, writes in that folder, and has
 * no network, no other process or thread and no native code. It gets no setting and no secret of the server.
 */
export const caged = (folder: string): Omit<PoolOptions, 'module' | 'size' | 'perParty'> => ({
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
  timeLimit: 180_000,
  usage: cageLimits,
  idleTime: 10_000,
});

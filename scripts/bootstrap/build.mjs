import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { circleNode } from './node.mjs';
import { root, run } from './run.mjs';

const dist = join(root, 'dist');
const shared = ['contract', 'dist/words', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The builds: each has a folder in dist/, and a stamp beside it with the hash of its sources. */
const targets = {
  web: () => ({
    what: 'the web app',
    config: 'vite.config.ts',
    sources: [...shared, 'web'],
    built: join(dist, 'web'),
    stampFile: join(dist, '.build-stamp'),
  }),
  server: () => ({
    what: 'the server',
    config: 'vite.server.config.ts',
    sources: [...shared, 'server'],
    built: join(dist, 'server'),
    stampFile: join(dist, '.build-stamp-server'),
    // A server that still runs may load a file of the build before.
    keepsFormerFiles: true,
  }),
};

const hashInto = (hash, path) => {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).toSorted()) hashInto(hash, join(path, name));
  } else if (!/\.(?:jpg|test\.ts)$/.test(path)) {
    hash.update(`\n${path.slice(root.length)}\n`).update(readFileSync(path));
  }
};

// By content rather than by time: a fresh checkout, or a branch changed there and back, must not build again.
// Some hundred small files cost less than 20 ms.
const hashOf = ({ sources, config }) => {
  const hash = createHash('sha256');
  for (const name of [...sources, config]) hashInto(hash, join(root, name));
  return hash.digest('hex');
};

/** The first line is the hash of the sources, the others name the files of the build. */
const readStamp = ({ stampFile }) =>
  existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : [];

/** The targets, out of these, that were not built from the sources as they are now. */
export const staleTargets = (names) =>
  names.filter((name) => {
    const target = targets[name]();
    return readStamp(target)[0] !== hashOf(target);
  });

/**
 * Builds a target beside its place in dist/ and moves it there when it is complete: an interrupted build is never
 * served, and a running server never sees half of one.
 */
const buildTarget = async (target) => {
  const { what, config, built, stampFile } = target;
  console.log(`Building ${what} (only when it changed) …`);
  const next = `${built}.next`;
  const old = `${built}.old`;
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  // Taken before the build: what is edited meanwhile makes the next start build again.
  const hash = hashOf(target);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(
    circleNode() ?? process.execPath,
    [vite, 'build', '--config', config, '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    { env: { NODE_ENV: 'production' }, otherwise: `Vite could not build ${what}; it says why above.` },
  );
  const files = readdirSync(next, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? entry.name : [],
  );
  for (const name of target.keepsFormerFiles ? readStamp(target).slice(1) : []) {
    const before = join(built, name);
    if (!files.includes(name) && existsSync(before)) linkSync(before, join(next, name));
  }
  rmSync(stampFile, { force: true });
  if (existsSync(built)) renameSync(built, old);
  renameSync(next, built);
  writeFileSync(stampFile, [hash, ...files].join('\n'));
  rmSync(old, { recursive: true, force: true });
};

/** The sentences of words/, compiled for the type checker, the server and the builds. They have a stamp, too. */
const words = {
  sources: ['words', 'scripts/words'],
  config: 'scripts/words.ts',
  stampFile: join(dist, '.words-stamp'),
};

export const areWordsStale = () => readStamp(words)[0] !== hashOf(words);

/** Compiles the sentences where they changed. */
export const compileWords = async () => {
  if (!areWordsStale()) return;
  const hash = hashOf(words);
  await run(circleNode() ?? process.execPath, [join(root, words.config)], {
    otherwise: 'The sentences of words/ could not be compiled; the reason is above.',
  });
  writeFileSync(words.stampFile, hash);
};

/** Builds these targets, at the same time. */
export const build = (names) => Promise.all(names.map((name) => buildTarget(targets[name]())));

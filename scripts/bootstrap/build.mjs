import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { localNode, Refusal, root, run } from './run.mjs';

const sources = ['contract', 'web', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const dist = join(root, 'dist');

// Reads APP_LANGUAGE as server/settings.ts does: each build has one language, and the server serves the build of its
// language.
const languageWanted = () => {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return (process.env.APP_LANGUAGE ?? file.APP_LANGUAGE)?.trim() || 'en';
};

const places = () => {
  const language = languageWanted();
  // The server names it when it starts; here it must only not become a path.
  if (!/^[a-z]{2}$/.test(language)) throw new Refusal('APP_LANGUAGE must be two letters, such as en or de.');
  const suffix = language === 'en' ? '' : `-${language}`;
  return { language, built: join(dist, `web${suffix}`), stampFile: join(dist, `.build-stamp${suffix}`) };
};

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

/** Whether dist/ was built, in the language wanted, from the sources as they are now. */
export const buildIsFresh = () => {
  const { stampFile } = places();
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash();
};

/**
 * Builds the web app beside its place in dist/ and moves it there when it is whole: an interrupted build is never
 * served, and a running server never sees half of one.
 */
export const buildWeb = async () => {
  console.log('Building the web app (only when it changed) …');
  const { language, built, stampFile } = places();
  const next = `${built}.next`;
  const old = `${built}.old`;
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  // Taken before the build: what is edited meanwhile makes the next start build again.
  const hash = sourceHash();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(
    localNode() ?? process.execPath,
    [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    {
      env: { NODE_ENV: 'production', APP_LANGUAGE: language },
      otherwise: 'The web app could not be built; Vite says why above.',
    },
  );
  rmSync(stampFile, { force: true });
  if (existsSync(built)) renameSync(built, old);
  renameSync(next, built);
  writeFileSync(stampFile, hash);
  rmSync(old, { recursive: true, force: true });
};

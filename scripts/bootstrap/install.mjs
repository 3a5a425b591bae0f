import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNpm } from './node.mjs';
import { Refusal, root, runNpm } from './run.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.bootstrap-stamp');

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

const lockText = () => {
  const text = read(join(root, 'package-lock.json'));
  if (text === null) throw new Refusal('package-lock.json is missing.');
  return text;
};

// The platform is part of it: a folder shared between two kinds of machine holds programs for one of them.
const stampOf = ({ tools }) =>
  createHash('sha256')
    .update(lockText())
    .update(`${process.platform} ${process.arch} ${tools}`)
    .digest('hex');

/**
 * Whether node_modules has the packages of package-lock.json. `dependencies` are what the server needs to be built and
 * to run, `devDependencies` the tools of tests and checks.
 */
export const isInstalled = ({ tools }) => {
  const stamp = read(stampFile);
  if (stamp === stampOf({ tools: true }) || (!tools && stamp === stampOf({ tools: false }))) return true;
  const found = [{ tools: true }, { tools: false }].find(wasInstalledByHand);
  if (!found) return false;
  writeFileSync(stampFile, stampOf(found));
  return found.tools || !tools;
};

// After somebody's own `npm install`, npm's record of what it put there equals the lock, and installing once
// more would only cost time. npm writes that record last, so an interrupted install does not have it.
const wasInstalledByHand = ({ tools }) => {
  const record = read(join(modules, '.package-lock.json'));
  if (record === null) return false;
  const wanted = JSON.parse(lockText()).packages;
  const present = JSON.parse(record).packages;
  // An optional package must be there when it is for this very system and processor. Others are rightly absent,
  // and so are those of another C library, for which one this machine has only npm knows.
  const isNeeded = ({ dev, optional, os, cpu, libc }) =>
    (tools || !dev) &&
    (!optional || (!libc && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)));
  const same = (name) =>
    present[name]?.version === wanted[name]?.version && present[name]?.integrity === wanted[name]?.integrity;
  return (
    Object.keys(present).every((name) => same(name) && existsSync(join(root, name, 'package.json'))) &&
    Object.keys(wanted).every((name) => name === '' || name in present || !isNeeded(wanted[name]))
  );
};

/** Installs exactly what package-lock.json says; adds the tools where only they are missing. */
export const install = async ({ tools }) => {
  const addsTools = tools && read(stampFile) === stampOf({ tools: false });
  console.log(`Installing ${addsTools ? 'the tools' : 'the dependencies'} (only when they changed) …`);
  await runNpm(
    // `npm ci` deletes what is there first, from under a server that runs.
    [...(addsTools ? ['install', '--no-save'] : ['ci']), tools ? '--include=dev' : '--omit=dev'],
    'The dependencies could not be installed; npm says why above.',
    pinnedNpm(),
  );
  deleteUnread();
  writeFileSync(stampFile, stampOf({ tools }));
};

// Nothing reads the source maps (43 MB) and manuals (12 MB) of libraries.
const deleteUnread = () => {
  for (const file of readdirSync(modules, { recursive: true })) {
    const isManual = file.endsWith('.md') && !/licen[cs]e|notice|copying/i.test(file);
    if (isManual || file.endsWith('.map')) rmSync(join(modules, file));
  }
};

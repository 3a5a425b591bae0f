import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { localNode, Refusal, root, run } from './run.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.bootstrap-stamp');
const neededNode = 26;

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

/** Installs exactly what package-lock.json says, with the npm that started us; adds the tools where only they are missing. */
export const install = async ({ tools }) => {
  const addsTools = tools && read(stampFile) === stampOf({ tools: false });
  if (!addsTools && process.platform === 'win32' && process.execPath.startsWith(modules)) {
    // Windows does not let a running program be deleted, and this one runs from the folder that has to go.
    throw new Refusal('The dependencies changed: please run "npm ci" once, then this again.');
  }
  console.log(`Installing ${addsTools ? 'the tools' : 'the dependencies'} (only when they changed) …`);
  const npm = process.env.npm_execpath;
  const args = [
    // `npm ci` deletes what is there first.
    ...(addsTools ? ['install', '--no-save'] : ['ci']),
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=optional',
    tools ? '--include=dev' : '--omit=dev',
  ];
  // The Node that npm itself runs on, rather than ours, which may be the one inside node_modules.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const otherwise = 'The dependencies could not be installed; npm says why above.';
  await (npm ? run(node, [npm, ...args], { otherwise }) : run('npm', args, { otherwise }));
  deleteHeaders();
  writeFileSync(stampFile, stampOf({ tools }));
};

// The package of Node includes 67 MB of headers, for native parts that are compiled here; none is.
const deleteHeaders = () => {
  const node = localNode();
  if (node) rmSync(join(dirname(node), '..', 'include'), { recursive: true, force: true });
};

/**
 * Sees to it that the pinned Node comes first where npm looks for programs. npm 10, which comes with Node 20, takes
 * that link away again together with the packages for other machines, whose program has the same name.
 */
const linkNode = (node) => {
  const folder = join(modules, '.bin');
  const link = join(folder, process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(link)) return;
  if (lstatSync(link, { throwIfNoEntry: false })) unlinkSync(link);
  if (process.platform === 'win32') writeFileSync(link, `@"%~dp0\\${relative(folder, node)}" %*\r\n`);
  else symlinkSync(relative(folder, node), link);
};

/** Whether this process runs on the Node that npm has installed in node_modules. */
export const runsOnLocalNode = () => realpathSync(process.execPath).startsWith(realpathSync(modules));

/** Refuses where neither the dependencies nor the machine have a Node that runs the server. */
export const ensureNode = () => {
  const node = localNode();
  if (node && spawnSync(node, ['--version']).status === 0) {
    linkNode(node);
    return;
  }
  if (Number(process.versions.node.split('.')[0]) >= neededNode) return;
  throw new Refusal(
    `Circle runs on Node.js ${neededNode}, and there is no package of it for this machine ` +
      `(${process.platform} ${process.arch}): please install Node.js ${neededNode} and start again.`,
  );
};

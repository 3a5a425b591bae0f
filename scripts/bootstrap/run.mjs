import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An error that is reported in one line, without a stack. */
export class Refusal extends Error {}

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

/** Runs npm: the one that started us, or the pinned one on the pinned Node. */
export const runNpm = (args, otherwise, { node, npm } = startedBy()) => {
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error', '--include=optional'];
  return npm ? run(node, [npm, ...all], { otherwise }) : run('npm', all, { otherwise });
};

// The Node that npm itself runs on, rather than ours.
const startedBy = () => ({
  node: process.env.npm_node_execpath ?? process.execPath,
  npm: process.env.npm_execpath,
});

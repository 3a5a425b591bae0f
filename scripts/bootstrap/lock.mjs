import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, root } from './run.mjs';

// Outside node_modules, because `npm ci` begins by deleting that.
const lock = join(root, '.bootstrap-lock');
const heartbeat = 1_000;
const staleAfter = 10_000;
const patience = 20 * 60_000;

const take = () => {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

// A killed holder leaves the folder behind. Judge by its age, not by a process id: ids are reused, in a container
// even the same ones.
const isStale = () => {
  try {
    return Date.now() - statSync(lock).mtimeMs > staleAfter;
  } catch {
    return false;
  }
};

/** Does the work while no other start of this folder does; waits for one that does. */
export const withLock = async (work) => {
  const started = Date.now();
  let told = false;
  while (!take()) {
    if (isStale()) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (Date.now() - started > patience) throw new Refusal(`Another set-up holds ${lock} for too long.`);
    if (!told) console.log('Another start is setting up; waiting for it …');
    told = true;
    await sleep(200);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(lock, now, now);
  }, heartbeat);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
};

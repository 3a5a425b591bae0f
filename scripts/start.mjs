// `npm start`, with less room for young objects than V8 takes by itself: loading the program fills it once, and then it
// is 20 MB that nothing uses. A second start has to answer within a second, npm's own part of it included, so what is in
// place is only looked at, and the server then starts in this process. The first time this is another Node than the
// pinned one, which has just been fetched; the server then runs in a process of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepare } from './bootstrap/prepare.mjs';
import { localNode } from './bootstrap/run.mjs';
import { runsOnLocalNode } from './bootstrap/install.mjs';

// Ending npm ends the shell between it and this, and some shells do not say so to their child.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();

const hasInstalled = await prepare(['--build']);

const node = localNode();
if (node === null || (runsOnLocalNode() && !hasInstalled)) {
  await import('./compile-cache.mjs');
  await import('../server/main.ts');
} else {
  const server = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the server by itself; ending is then up to the server.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}

// `npm start`, with a smaller young generation than V8's default: loading the program fills it once, and then 20 MB
// would lie idle. A second start has to answer within a second, npm's own part included, so it only checks what is in
// place and then starts the server in this process.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepare } from './bootstrap/prepare.mjs';

// Ending npm ends the shell between it and this, and some shells do not say so to their child.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();

// Node would open its inspector (server/platform/processes/no-inspector.ts).
process.on('SIGUSR1', () => {});

const node = await prepare(['--build']);
if (node === null) {
  await import('./compile-cache.mjs');
  await import('../dist/server/main.js');
} else {
  const server = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the server directly; the server decides when to end.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}

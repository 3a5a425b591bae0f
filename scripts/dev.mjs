// `npm run dev`: the server on port 3001, restarted at every change, and Vite on port 3000, which proxies /api and
// /uploads. Both are started directly, so that ending this program ends them too. Both load the compiled sentences.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { compileWords } from './bootstrap/build.mjs';
import { Refusal, root } from './bootstrap/run.mjs';

const env = {
  ...process.env,
  PORT: '3001',
  PUBLIC_URL: 'http://localhost:3000',
  DATA_DIR: process.env.DATA_DIR ?? './data',
};

const children = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--port', '3000', '--strictPort'],
].map((args) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }));

let compiling = Promise.resolve();
const compile = async () => {
  try {
    await compileWords();
  } catch (error) {
    // The compiler has said which sentence is wrong; saving the file again compiles it again.
    if (!(error instanceof Refusal)) throw error;
  }
};
const watcher = watch(join(root, 'words'), { recursive: true }, () => {
  compiling = compiling.then(compile);
});

const stopAll = () => {
  watcher.close();
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);

// The commands of CONTRIBUTING.md work on the machine's own Node, too.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { freePort } from '../harness/free-port.ts';
import { root } from '../setup/sources.ts';

/** Programs as a contributor's shell finds them, without the pinned Node that npm puts first. */
const shellPath = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);

test('a contributor debugs the server by the command of CONTRIBUTING.md', async () => {
  const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, command = ''] = /^- \*\*Server\*\*: `([^`]+)`/m.exec(page) ?? [];
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-debug-'));
  const child = spawn(command, {
    cwd: root,
    env: { PATH: shellPath, HOME: dataDir, DATA_DIR: dataDir, PORT: String(await freePort()) },
    shell: true,
    detached: true,
  });
  const closed = once(child, 'close');
  let said = '';
  const isReady = new Promise<boolean>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Circle is at')) resolve(true);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', () => resolve(false));
  });
  const wasReady = await isReady;
  // npm, its shell and the server.
  if (wasReady && child.pid) process.kill(-child.pid, 'SIGTERM');
  await closed;
  await rm(dataDir, { recursive: true });
  assert.ok(wasReady, said);
  // Another debugger on this machine may use the port.
  assert.match(said, /Debugger listening on|Starting inspector on .+ failed: address already in use/);
});

test('documents say which Node to install from where, and what to clone', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(read('package.json')));
  const least = /^>=(\d+)$/.exec(engines.node)?.[1];
  const operating = read('docs/operating.md');
  for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/operating.md']) {
    const page = read(file);
    const named = [...page.matchAll(/Node (\d+) or newer/g)].map(([, version]) => version);
    assert.ok(named.length > 0 && named.every((version) => version === least), `${file}: ${named.join()}`);
    if (file !== 'docs/operating.md') assert.match(page, /\(docs\/operating\.md#a-fresh-machine\)/, file);
    for (const [command] of page.matchAll(/git clone \S+/g)) assert.equal(command, 'git clone ADDRESS', file);
  }
  assert.match(operating, /^## A fresh machine$/m);
  assert.match(operating, /`ADDRESS` is what /);
  const [, installed = ''] = /deb\.nodesource\.com\/setup_(\d+)\.x/.exec(operating) ?? [];
  assert.ok(Number(installed) >= Number(least), installed);
});

// Files that operators copy (image, compose, systemd unit, proxies) match the settings and commands.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { TestResult } from '../../contract/scenarios.ts';
import type { Order } from '../../server/features/scenarios/play-orders.ts';
import { keyRecord, signed } from '../../server/platform/mail-in/mails.test-peer.ts';
import { caged } from '../../server/platform/processes/cage.ts';
import { settingNames } from '../../server/settings-variables.ts';
import { builtProgram, poolOfOne } from '../harness/built.ts';
import { freePort } from '../harness/free-port.ts';
import { root } from '../setup/sources.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Names in these files that belong to other programs, or to each other. */
const others = new Set([
  'NODE_ENV',
  'CIRCLE_HOST',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_INITDB_ARGS',
  'ROOT_ACCESS_KEY',
  'ROOT_SECRET_KEY',
]);

const names = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map((match) => match[1] ?? '');

test('the image, the compose files, the systemd unit and the proxies use only settings that exist', () => {
  const known = new Set<string>([...settingNames, ...others]);
  const given = {
    Dockerfile: names('Dockerfile', /[ =]([A-Z][A-Z0-9_]+)=/g),
    'compose.yaml': names('compose.yaml', /(?:^ +|\$\{)([A-Z][A-Z0-9_]+)\b/gm),
    'compose.scale.yaml': names('compose.scale.yaml', /(?:^ +|\$\{)([A-Z][A-Z0-9_]+)\b/gm),
    'deploy/circle.service': names('deploy/circle.service', /^(?:Environment=|# )([A-Z][A-Z0-9_]+)=/gm),
    'deploy/Caddyfile': names('deploy/Caddyfile', /\b([A-Z][A-Z0-9_]+)=/g),
    'deploy/nginx.conf': names('deploy/nginx.conf', /\b([A-Z][A-Z0-9_]+)=/g),
  };
  for (const [file, found] of Object.entries(given)) {
    assert.ok(found.length > 1, `${file} names settings`);
    assert.deepEqual(
      found.filter((name) => !known.has(name)),
      [],
      file,
    );
  }
});

test('the image has the Node version of scripts/node, and copies only files that exist', () => {
  const file = read('Dockerfile');
  const { optionalDependencies } = JSON.parse(read('scripts/node/package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const pinned = new Set(
    Object.entries(optionalDependencies).flatMap(([name, version]) =>
      name.startsWith('node-') ? version : [],
    ),
  );
  const used = new Set([...file.matchAll(/^FROM node:([\d.]+)-/gm)].map((match) => match[1]));
  assert.deepEqual([...used], [...pinned]);
  const copied = [...file.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map((match) => match[1] ?? '');
  const made = new Set(['node_modules', 'dist']);
  for (const name of copied) assert.ok(made.has(name) || existsSync(path.join(root, name)), name);
  for (const name of read('.dockerignore').matchAll(/^!(\S+)/gm))
    assert.ok(existsSync(path.join(root, name[1] ?? '')), `${name[1]} goes to the build`);
});

test('a first start installs at most 390 packages', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: true; os?: string[]; cpu?: string[]; libc?: string[] }>;
  };
  const fits = (allowed: readonly string[] | undefined, own: string) => !allowed || allowed.includes(own);
  const installed = Object.values(packages).filter(
    ({ dev, os, cpu, libc }) => !dev && fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
  );
  assert.ok(installed.length <= 390, `${installed.length}`);
});

test('the image copies the packages that the built server loads, and no others', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dependencies?: Record<string, string> }>;
  };
  // sharp has a native part for each kind of machine, in packages of @img. libheif must be replaceable. The rest is in
  // the bundle.
  const needed = new Set(['@img', 'sharp', 'libheif-js']);
  for (const name of needed) {
    for (const next of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) {
      if (!next.startsWith('@img/')) needed.add(next);
    }
  }
  const copied = new Set(names('Dockerfile', /^COPY --from=build \/app\/node_modules\/([^/\s]+)/gm));
  assert.deepEqual([...copied].toSorted(), [...needed].toSorted());
  for (const file of readdirSync(path.join(root, 'dist/server'))) {
    if (!file.endsWith('.js')) continue;
    const imported = names(`dist/server/${file}`, /\b(?:from|import)"([@\w][\w:@/.-]*)"/g);
    const foreign = imported.filter((name) => !isBuiltin(name) && !needed.has(name));
    assert.deepEqual(foreign, [], file);
    // Its reason is in server/platform/node-http.ts.
    if (/^(?:main|settings)/.test(file)) assert.ok(!imported.includes('node:http'), file);
  }
});

/** The server, as the image and the unit start it. */
const program = ['--import', './scripts/compile-cache.mjs', builtProgram('main')];

test('stack traces of the built server name the files and lines of its sources', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-broken-'));
  await writeFile(path.join(dataDir, 'circle.db'), 'This is no database. '.repeat(50));
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const { status, stderr } = spawnSync(process.execPath, program, { cwd: root, env, encoding: 'utf8' });
  await rm(dataDir, { recursive: true });
  assert.equal(status, 1, stderr);
  assert.match(
    stderr,
    /^Circle could not start: Error: file is not a database\n {4}at .+\/server\/platform\/db\/sqlite\.ts:\d+/,
  );
  assert.match(stderr, /at async start .+\/server\/main\.ts:\d+/);
});

test('no signal opens the inspector of the built server', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-signal-'));
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const child = spawn(process.execPath, program, { cwd: root, env });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(child.stdout, 'data');
  child.kill('SIGUSR1');
  const url = `http://localhost:${env.PORT}/healthz`;
  for (let request = 0; request < 50; request += 1) await (await fetch(url)).text();
  child.kill('SIGKILL');
  await once(child, 'close');
  await rm(dataDir, { recursive: true });
  assert.ok(!said.includes('Debugger'), said);
});

test('the scenarios run in the built server', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-stage-'));
  const pool = poolOfOne(builtProgram('scenarios'));
  const order: Order = { dataDir, scenario: 'post-to-zero-circles' };
  const result = TestResult.parse(await pool.run(order, { party: 'a' }));
  assert.deepEqual(result.issues, []);
  await pool.close();
  await rm(dataDir, { recursive: true });
});

test('the built program that reads mails works in its cage', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-mails-'));
  const cage = caged(folder);
  const pool = poolOfOne(builtProgram('mails'), {
    ...cage,
    // In the sources, the cage lets the program read those.
    execArgv: [...cage.execArgv, `--allow-fs-read=${path.join(root, 'dist/server/*')}`],
  });
  const order = { mail: path.join(folder, 'mail'), photos: path.join(folder, 'photo'), trust: null };
  await writeFile(order.mail, await signed({ from: 'rosa@example.net', text: 'Hello' }));
  assert.deepEqual(await pool.run({ ...order, records: null }, { party: 'a' }), {
    names: ['test._domainkey.example.net'],
  });
  const records = { 'test._domainkey.example.net': [keyRecord] };
  assert.partialDeepStrictEqual(await pool.run({ ...order, records }, { party: 'a' }), {
    mail: { isProven: true, text: 'Hello' },
  });
  await pool.close();
  await rm(folder, { recursive: true });
});

test('the proxies let ten photos through, do not buffer events, and check an existing endpoint', () => {
  const most = limits.photosPerPost * limits.photoBytes;
  for (const file of ['deploy/Caddyfile', 'deploy/Caddyfile.scale', 'deploy/nginx.conf']) {
    const text = read(file);
    const [, megabytes = ''] = /(?:max_size |client_max_body_size )(\d+)(?:MB|m)\b/.exec(text) ?? [];
    assert.ok(Number(megabytes) * 1_000_000 > most, file);
    assert.match(text, /\/api\/events[\s\S]*(?:flush_interval -1|proxy_buffering off)/, file);
  }
  const asked = ['Dockerfile', 'deploy/Caddyfile.scale'].map(
    (file) => /\/(?:ready|health)z\b/.exec(read(file))?.[0],
  );
  const routes = read('server/features/site/feature.ts');
  for (const door of asked) assert.ok(door && routes.includes(`path: '${door}'`), `${door}`);
});

// Files that operators copy (image, compose, systemd unit, proxies) match the settings and commands.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { settingNames } from '../../server/settings.ts';
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

test('the image has the Node version that package.json names, and copies only files that exist', () => {
  const file = read('Dockerfile');
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
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
  const routes = read('server/features/site/routes.ts');
  for (const door of asked) assert.ok(door && routes.includes(`path: '${door}'`), `${door}`);
});

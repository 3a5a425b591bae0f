// A release has one version everywhere, and .github/workflows/release.yml publishes what `update` understands.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { newestOf } from '../../server/cli/update/versions.ts';
import { readSettings } from '../../server/settings.ts';
import { root } from '../setup/sources.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
const workflow = read('.github/workflows/release.yml');

/** The commands of a step, by the start of the line that names it. */
const commandsOf = (step: string): string => {
  const [, text = ''] = workflow.split(`- name: ${step}`);
  const [, line = '', block = ''] = /\n {8}run: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/.exec(text) ?? [];
  return line || block;
};

/** Runs a step of the workflow as GitHub does, with a `docker` that prints its words. */
const runStep = async (step: string, env: Record<string, string>) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-release-'));
  await writeFile(path.join(folder, 'docker'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const PATH = [folder, process.env['PATH']].join(path.delimiter);
  const { status, stdout } = spawnSync('bash', ['-e', '-c', commandsOf(step)], {
    cwd: root,
    env: { ...env, PATH },
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  return { status, said: stdout.trim().split('\n') };
};

const github = {
  GITHUB_REF_NAME: 'v2.10.3',
  GITHUB_REPOSITORY: 'Somebody/Circle',
  GITHUB_ACTOR: 'somebody',
  TOKEN: 'secret',
};
const login = 'login ghcr.io --username somebody --password-stdin';

test('the server, the lockfile, the changelog and the release notes have the version of package.json', () => {
  const lock = z
    .object({ version: z.string(), packages: z.object({ '': z.object({ version: z.string() }) }) })
    .parse(JSON.parse(read('package-lock.json')));
  const [, released] = /^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? [];
  const [, noted] = /^### Release notes\n[\s\S]*?^\*\*(\d+\.\d+\.\d+)/m.exec(read('docs/operating.md')) ?? [];
  assert.deepEqual(
    [readSettings({}).version, lock.version, lock.packages[''].version, released, noted],
    Array.from({ length: 5 }, () => version),
  );
});

test('the tags that publish an image are those that an update finds', () => {
  const [, filter = ''] = /tags: \["(.+)"\]/.exec(workflow) ?? [];
  // In such a filter a dot is a dot.
  const pattern = new RegExp(`^${filter.replaceAll('.', '\\.')}$`);
  for (const tag of ['v2.0.0', 'v10.20.30', 'v2.0.0-beta', 'v2.0', 'nightly'])
    assert.equal(pattern.test(tag), newestOf([tag]) !== null, tag);
});

test('a release runs all checks and tests, and starts the image that compose.yaml names', async () => {
  const [, checks = ''] = /- run: bash (.+)/.exec(workflow) ?? [];
  assert.ok(existsSync(path.join(root, checks)), checks);
  const [, image] = /image: (\S+)/.exec(read('compose.yaml')) ?? [];
  assert.deepEqual((await runStep('Build the image', {})).said, [
    'buildx create --use',
    `buildx build --load --tag ${image} .`,
  ]);
  assert.deepEqual((await runStep('Start it as compose.yaml does', {})).said, [
    'compose up --detach --no-build --wait',
  ]);
});

test('a tag with another version than package.json stops the release', async () => {
  const step = 'The tag is the version of package.json';
  assert.equal((await runStep(step, { GITHUB_REF_NAME: `v${version}` })).status, 0);
  assert.equal((await runStep(step, { GITHUB_REF_NAME: 'v1.0.0' })).status, 1);
});

test('a release publishes its image for both architectures, by version, minor version and as the latest', async () => {
  for (const architecture of ['amd64', 'arm64']) {
    assert.match(workflow, new RegExp(`architecture: ${architecture},`));
    const env = { ...github, ARCHITECTURE: architecture };
    assert.deepEqual((await runStep('Publish it for this architecture', env)).said, [
      login,
      `buildx build --push --provenance mode=max --tag ghcr.io/somebody/circle:2.10.3-${architecture} .`,
    ]);
  }
  const image = 'ghcr.io/somebody/circle';
  assert.deepEqual((await runStep('Publish both architectures under the tags of the version', github)).said, [
    login,
    `buildx imagetools create --tag ${image}:2.10.3 --tag ${image}:2.10 --tag ${image}:latest ${image}:2.10.3-amd64 ${image}:2.10.3-arm64`,
  ]);
});

test('workflows pin their actions by a commit', () => {
  for (const name of readdirSync(path.join(root, '.github/workflows')))
    for (const [, action = ''] of read(`.github/workflows/${name}`).matchAll(/uses: (.+)/g))
      assert.match(action, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
});

// Checks the code against docs/architecture.md. The linter checks part of this in the editor; these tests resolve
// every import.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { diagramsFile, drawDiagrams } from '../scripts/diagrams.ts';
import { knownMigrations } from '../server/platform/db/migrate.ts';
import { allLanes, workerConcurrency } from '../server/platform/jobs/lanes.ts';
import { readSources, root, type Source } from './setup/sources.ts';
import { guests, owners } from './setup/table-owners.ts';

/** The features in the order of `server/features.ts`: a feature imports only features before it. */
const order = [...readFileSync(path.join(root, 'server/features.ts'), 'utf8').matchAll(/^ {2}(\w+),$/gm)].map(
  ([, name = '']) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);

/** Files of contract/ that belong to no feature. */
const sharedPromises = [
  'composed',
  'endpoint',
  'endpoints',
  'errors',
  'fields',
  'limits',
  'mail-providers',
  'shapes',
  'text',
];

/** One name a feature, everywhere, but for these. */
const gaps: Record<'contract' | 'server' | 'web', readonly string[]> = {
  // `letters` has no endpoint.
  contract: ['letters'],
  server: [],
  // `usage` shows in the account's page, and letters are mails.
  web: ['usage', 'letters'],
};

const sources = readSources();
const isTest = ({ path: file }: Source) => /\.test(?:-\w+)?\.tsx?$/.test(file) || file.startsWith('test/');
const inside = (...folders: string[]) =>
  sources.filter((source) => !isTest(source) && folders.some((folder) => source.path.startsWith(folder)));

/** `server/features/posts/share.ts` → `posts`, null for what is no file of a feature. */
const featureOf = (file: string): string | null =>
  /^(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

const holds = (offenders: string[], rule: string) => {
  assert.deepEqual(offenders, [], rule);
};

/** The offenders among some files' imports, as `file imports what`. */
const badImports = (files: Source[], isBad: (imported: string, file: string) => boolean) =>
  files.flatMap(({ path: file, imports }) =>
    imports.filter((imported) => isBad(imported, file)).map((imported) => `${file} imports ${imported}`),
  );

test('this test knows the owner of every table of the schema', () => {
  const schema = readFileSync(path.join(root, 'server/platform/db/schema/schema.ts'), 'utf8');
  const tables = /export interface Schema \{([^}]*)\}/.exec(schema)?.[1] ?? '';
  const names = [...tables.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? '');
  assert.deepEqual(names.toSorted(), Object.keys(owners).toSorted());
});

test('only access/ and the owning feature name a table', () => {
  const known = Object.keys(owners).join('|');
  const built = new RegExp(`(?:From|Into|Table|Join|\\bfrom|\\busing)\\(\\s*\\[?\\s*'(${known})\\b`, 'g');
  const written = new RegExp(`\\b(?:from|join|into|update)\\s+(${known})\\b`, 'gi');
  const named = inside('server/').flatMap(({ path: file, code }) => {
    if (/^server\/(?:access|platform)\//.test(file)) return [];
    const tables = [...code.matchAll(built), ...code.matchAll(written)].map((match) => match[1] ?? '');
    return [...new Set(tables)].map((table) => ({ file, table, feature: featureOf(file) ?? '' }));
  });
  const strangers = named.filter(
    ({ feature, table }) => !owners[table]?.includes(feature) && !guests[feature]?.includes(table),
  );
  holds(
    strangers.map(({ file, table }) => `${file} names ${table}`),
    'ask the feature that owns the table, or access/',
  );
  const idle = Object.entries(guests).flatMap(([guest, tables]) =>
    tables
      .filter((table) => !named.some((use) => use.feature === guest && use.table === table))
      .map((table) => `${guest}: ${table}`),
  );
  holds(idle, 'guests who no longer come are taken off the list');
});

test('a feature imports only features that stand before it', () => {
  const offenders = badImports(inside('server/features/', 'web/features/'), (imported, file) => {
    const [from, to] = [featureOf(file), featureOf(imported)];
    return from !== null && to !== null && from !== to && order.indexOf(to) >= order.indexOf(from);
  });
  holds(offenders, order.join(', '));
});

test('a feature has the same name in contract/, server/ and web/', () => {
  const names = {
    contract: inside('contract/').flatMap(
      ({ path: file }) => /^contract\/([^/]+?)(?:\.ts$|\/)/.exec(file)?.[1] ?? [],
    ),
    server: inside('server/features/').flatMap(({ path: file }) => featureOf(file) ?? []),
    web: inside('web/features/').flatMap(({ path: file }) => featureOf(file) ?? []),
  };
  const features = new Set([
    ...names.contract.filter((name) => !sharedPromises.includes(name)),
    ...names.server,
  ]);
  holds(
    [...features, ...names.web].filter((name) => !order.includes(name)),
    'stands in the order',
  );
  for (const side of ['contract', 'server', 'web'] as const) {
    const missing = [...features].filter((name) => !names[side].includes(name));
    assert.deepEqual(missing.toSorted(), gaps[side].toSorted(), `features without a place in ${side}/`);
  }
});

test('the browser and the server share the contract and nothing else', () => {
  const contract = badImports(
    inside('contract/'),
    (name) =>
      !['zod/mini', '@scure/base', '@sindresorhus/transliterate', 'dist/words/en/errors.ts'].includes(name) &&
      !name.startsWith('contract/'),
  );
  const server = badImports(inside('server/'), (name) => /^(?:web|test|scripts)\//.test(name));
  // web/build/ runs in the build, not in the browser.
  const web = badImports(
    inside('web/'),
    (name, file) =>
      /^(?:server|test|scripts)\/|^zod$/.test(name) ||
      (name.startsWith('node:') && !file.startsWith('web/build/')),
  );
  holds([...contract, ...server, ...web], 'web → contract ← server');
});

test('platform/ imports no feature, access/ stands below the features, and only what a feature declares knows HTTP', () => {
  const platform = badImports(inside('server/platform/'), (name) =>
    /^server\/(?:(?:access|cli|features)\/|(?:app|app-context|feature|features|main)\.ts$)/.test(name),
  );
  const access = badImports(inside('server/access/'), (name) => /^server\/(?:cli|features)\//.test(name));
  const http = badImports(
    inside('server/features/', 'server/access/', 'server/cli/'),
    (name, file) =>
      name.startsWith('server/platform/http/') && !/\/(?:feature|pages\/routes)\.ts$/.test(file),
  );
  const routes = badImports(
    inside('server/features/', 'server/access/', 'server/platform/'),
    (name, file) =>
      featureOf(name) !== null &&
      /\/(?:feature|routes)\.ts$/.test(name) &&
      name !== file.replace(/feature\.ts$/, 'pages/routes.ts'),
  );
  holds([...platform, ...access, ...http, ...routes], 'docs/architecture.md');
});

test('only server/access/viewer.ts makes viewers', () => {
  const others = inside('server/').filter(
    ({ path: file, code }) =>
      file !== 'server/access/viewer.ts' && /\bsessionSeenAt:|\.\.\.viewer\b/.test(code),
  );
  holds(
    others.map(({ path: file }) => file),
    'a viewer made elsewhere would lack the check for suspended and banned members',
  );
});

test('in web/ every layer imports only the ones below it, and only the route map imports pages', () => {
  const pages = badImports(
    inside('web/'),
    (name, file) => name.startsWith('web/pages/') && !/^web\/app\/(?:routes|later-pages)\.tsx?$/.test(file),
  );
  const above = (folders: string[], layers: RegExp) =>
    badImports(inside(...folders.map((folder) => `web/${folder}/`)), (name) => layers.test(name));
  const layers = [
    ...above(['words'], /^(?:contract|web\/(?!words\/))/),
    ...above(['ui'], /^(?:contract|web\/(?:app|features|live|pages))\//),
    ...above(['data', 'live', 'offline', 'outbox'], /^web\/(?:app|features|pages)\//),
  ];
  holds([...pages, ...layers], 'docs/architecture.md');
});

test('no module imports itself through other modules', () => {
  const imports = new Map(sources.map((source) => [source.path, source.loads]));
  const [done, cycles] = [new Set<string>(), new Set<string>()];
  const visit = (file: string, above: readonly string[]) => {
    if (above.includes(file)) cycles.add([...above.slice(above.indexOf(file)), file].join(' → '));
    if (above.includes(file) || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...above, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  holds(
    [...cycles],
    'neither by `import` nor by `import()`: let the upper module register what the lower one calls',
  );
});

test('no folder but that of the contract has more than 30 files', () => {
  const counts = Map.groupBy(
    sources.filter(({ path: file }) => /\.(?:tsx?|mjs|css)$/.test(file)),
    ({ path: file }) => path.posix.dirname(file),
  );
  // One file a feature.
  counts.delete('contract');
  const full = [...counts].filter(([, files]) => files.length > 30);
  holds(
    full.map(([folder, files]) => `${folder}: ${files.length}`),
    'group them by subject',
  );
});

test('only settings.ts reads the environment', () => {
  const readers = inside('server/').filter(({ code }) => /process\.env\b|loadEnvFile|parseEnv/.test(code));
  assert.deepEqual(
    readers.map((source) => source.path),
    ['server/settings.ts'],
  );
});

// Code without the two keys of `dialect.pick({ sqlite: …, postgres: … })`, the one way to ask for the database elsewhere.
const withoutPick = (code: string): string =>
  code.includes('dialect.pick({') ? code.replaceAll(/([{,]\s*)(?:sqlite|postgres):/g, '$1') : code;

test('outside of platform/db only dialect.pick may name a database', () => {
  const outside = inside('server/').filter(
    ({ path: file, code }) =>
      !/^server\/(?:platform\/db\/|settings-variables\.ts)/.test(file) &&
      /sqlite|postgres/i.test(withoutPick(code)),
  );
  const asking = inside('server/').filter(
    ({ path: file, code }) => file !== 'server/platform/db/dialect.ts' && /dialect\.name\b/.test(code),
  );
  holds(
    [...outside, ...asking].map((source) => source.path),
    'put the difference into platform/db/dialect.ts, or choose the SQL by dialect.pick',
  );
});

test('source files are no longer than the limit', () => {
  const long = sources
    .filter(({ path: file }) => /\.(?:css|mjs|ts|tsx)$/.test(file))
    .map((source) => ({ ...source, lines: source.text.split('\n').length - 1 }))
    .filter((source) => source.lines > (isTest(source) ? 500 : 300));
  holds(
    long.map(({ path: file, lines }) => `${file}: ${lines}`),
    'split by a word of the product',
  );
});

test('no folder has a vague name, and no file only re-exports another', () => {
  const vague = /\/(?:common|helpers|services|types|utils?)(?:\/|\.tsx?$)/;
  const barrels = sources.filter(
    ({ path: file, code }) =>
      /\.tsx?$/.test(file) && /^(?:\s*export\s[^;]*\sfrom\s+'[^']+';)+\s*$/.test(code),
  );
  holds(
    [...sources.filter(({ path: file }) => vague.test(file)), ...barrels].map((source) => source.path),
    'rule 10',
  );
});

test('whatever is excluded from a check says why', () => {
  // Spelled apart, or these lines would find themselves.
  const exception = new RegExp(
    ['(?:ox|es)lint-dis', 'able|@ts-(?:expect-err', 'or|ign', 'ore|noch', 'eck)'].join(''),
  );
  const isExplained = (lines: string[], at: number) =>
    / -- \S+ \S+|@ts-expect-error:? \S+ \S+/.test(lines[at] ?? '') || /^\s*\/\/ /.test(lines[at - 1] ?? '');
  const silent = sources.flatMap(({ path: file, text }) => {
    const lines = text.split('\n');
    return lines
      .filter((line, at) => exception.test(line) && !isExplained(lines, at))
      .map((line) => `${file}: ${line.trim()}`);
  });
  holds(silent, 'end the line with -- and the reason, or say it in the line above');
});

test('docs/architecture.md names every folder and every feature, and nothing that does not exist', () => {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const plan = [...(/```text\n([\s\S]*?)```/.exec(page)?.[1] ?? '').matchAll(/^(\S+\/) +(.+)$/gm)];
  const listed = plan.map((match) => match[1] ?? '');
  // A folder that holds nothing to read, such as pictures, is no room.
  const rooms = sources
    .filter((source) => source.text !== '')
    .map((source) => `${path.posix.dirname(source.path)}/`)
    .map((room) => room.replace(/^((?:server|web)\/features\/).*/, '$1'));
  assert.deepEqual(listed.toSorted(), [...new Set(rooms)].toSorted(), 'the tree');

  const absent = plan.flatMap(([, room = '', about = '']) =>
    [...about.matchAll(/[\w-]+\.(?:tsx?|mjs|md)\b/g)]
      .map((match) => `${room}${match[0]}`)
      .filter((file) => !existsSync(path.join(root, file))),
  );
  holds(absent, 'files named in the tree');

  const named = [...page.matchAll(/^\| `([a-z-]+)` +\|/gm)].map((match) => match[1] ?? '');
  const present = new Set(inside('server/features/').flatMap(({ path: file }) => featureOf(file) ?? []));
  assert.deepEqual(
    named,
    order.filter((name) => present.has(name)),
    'the table of features, in their order',
  );
});

test('CONTRIBUTING.md names every folder of test/, and nothing that does not exist', () => {
  const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(test\/[^`]*\/)` /gm)].map(([, folder = '']) => folder);
  const folders = sources
    .map(({ path: file }) => `${path.posix.dirname(file)}/`)
    .filter((folder) => folder.startsWith('test/') && folder !== 'test/');
  assert.deepEqual(listed.toSorted(), [...new Set(folders)].toSorted(), 'the table of tests');
});

test('documents name only files and functions that exist', () => {
  const named = ['docs/threats.md', 'docs/architecture.md', 'docs/glossary.md', 'CONTRIBUTING.md'].flatMap(
    (file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
      return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ file, name }));
    },
  );
  const code = sources.flatMap((source) => (source.path.endsWith('.md') ? [] : source.code)).join('\n');
  const isPath = (name: string) =>
    /^(?:contract|docs|scripts|server|test|web)\/[\w./-]+$/.test(name) && !name.includes('00NN');
  const isIdentifier = (name: string) => /^[a-z]+(?:[A-Z]\w*|\.[a-z]{4,})$/.test(name);
  const absent = named.filter(({ file, name }) =>
    isPath(name)
      ? !existsSync(path.join(root, name))
      : file === 'docs/architecture.md' && isIdentifier(name) && !new RegExp(`\\b${name}\\b`).test(code),
  );
  assert.ok(named.some(({ name }) => isPath(name)) && named.some(({ name }) => isIdentifier(name)));
  holds(
    absent.map(({ file, name }) => `${file}: ${name}`),
    'rename it in the document',
  );
});

test('figures and lists of documents are those of the code', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const inWork = allLanes.reduce((sum, { concurrency }) => sum + concurrency, 0);
  assert.match(
    read('docs/decisions/0015-lanes-and-turns.md'),
    new RegExp(`up to ${inWork} in work, in ${allLanes.length} lanes`),
  );
  assert.match(read('docs/operating.md'), new RegExp(`${workerConcurrency} more\\s+while its worker thread`));

  const [, millions] =
    /maxCachedLength = (\d+)_000_000/.exec(read('server/access/show/cached-parts.ts')) ?? [];
  assert.match(
    read('docs/decisions/0018-cached-parts.md'),
    new RegExp(`may have ${millions} million characters`),
  );

  const [, checks = ''] = /const allChecks = \{([\s\S]*?)\n\};/.exec(read('scripts/check.mjs')) ?? [];
  const names = [...checks.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) =>
    name === 'rules' ? 'lint' : name,
  );
  for (const file of ['README.md', 'CONTRIBUTING.md']) {
    const [, list = ''] = /^\W*npm run check\W.*?\b(types, [\w, ]+)/m.exec(read(file)) ?? [];
    const listed = list.trim().split(', ');
    assert.equal(listed.length, names.length, file);
    for (const [at, name] of names.entries()) assert.ok(listed[at]?.includes(name), `${file}: ${name}`);
  }

  const packages = inside('contract/').flatMap(({ imports }) =>
    imports.filter((name) => !name.startsWith('contract/')),
  );
  const [, rule = ''] = /`contract\/` imports only (.*?)\.\s/s.exec(read('docs/architecture.md')) ?? [];
  const allowed = [...rule.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  assert.deepEqual(new Set(allowed), new Set(packages));

  const [, sight = ''] = /^server\/access\/rules\/ +(.*)$/m.exec(read('docs/architecture.md')) ?? [];
  const parts = inside('server/access/rules/').map(({ path: file }) => path.posix.basename(file));
  holds(
    parts.filter((file) => !sight.includes(file)),
    'a part of the rule of sight is missing in the tree',
  );

  assert.ok(
    read('docs/operating.md').includes(`\`${knownMigrations.at(-1)}\``),
    'the release notes name the newest change of the schema',
  );
});

test('every id of docs/product is cited by a test, and every cited one exists', () => {
  // Standards, licences and values in tests look like the id of a rule.
  const other = /^(?:AES|BSD|CVE|KEY|LGPL|LOCATION|MERCHANT|MIT|MPL|OFL|SHA|UTF)-/;
  const idsIn = (text: string) =>
    [...text.matchAll(/\b[A-Z]{3,}-\d+\b/g)].map(([id]) => id).filter((id) => !other.test(id));
  const rules = sources
    .filter(({ path: file }) => file.startsWith('docs/product/'))
    .flatMap(({ text }) => [...text.matchAll(/^- \*\*([A-Z]+)-(\d+)\*\* /gm)])
    .map(([, subject = '', number]) => ({ id: `${subject}-${number}`, subject, number: Number(number) }));
  assert.ok(rules.length > 0);

  const last = new Map<string, number>();
  const disordered = rules.filter(({ subject, number }) => {
    const before = last.get(subject) ?? 0;
    last.set(subject, number);
    return number <= before;
  });
  holds(
    disordered.map(({ id }) => id),
    'ids are unique and in order, and a subject has one page',
  );

  const defined = new Set(rules.map(({ id }) => id));
  const unknown = sources.flatMap(({ path: file, text }) =>
    idsIn(text)
      .filter((id) => !defined.has(id))
      .map((id) => `${file} cites ${id}`),
  );
  holds(unknown, 'write the rule into docs/product, or cite another one');

  const tests = sources.filter(({ path: file }) => /\.test\.tsx?$/.test(file));
  const tested = new Set(tests.flatMap(({ text }) => idsIn(text)));
  holds(
    [...defined].filter((id) => !tested.has(id)),
    'cite the rule above the test that fails when it is broken',
  );
});

test('the gallery shows every page of the route map, and every component of web/ui', () => {
  const routes = /page\(\s*'([^']+)'/g;
  const map = sources.find(({ path: file }) => file === 'web/app/routes.tsx');
  const scenes = sources.find(({ path: file }) => file === 'test/gallery/scenes.ts');
  const pages = [...(map?.code.matchAll(routes) ?? [])].map(([, route = '']) => route);
  assert.ok(pages.length > 0);
  holds(
    pages.filter((route) => !scenes?.code.includes(`'${route}'`)),
    'a page is missing in test/gallery/scenes.ts',
  );

  const shown = sources.filter(({ path: file }) => file.startsWith('test/gallery/components/'));
  const components = inside('web/ui/').flatMap(({ path: file, code }) =>
    file.endsWith('.tsx') ? [...code.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w+)/gm)] : [],
  );
  assert.ok(components.length > 0);
  holds(
    components
      .map(([, name = '']) => name)
      .filter((name) => !shown.some(({ code }) => new RegExp(`<${name}\\b`).test(code))),
    'a component is missing in test/gallery/components/',
  );
});

test('docs/diagrams.md shows the tables and features of the code (else: npm run diagrams)', async () => {
  assert.equal(readFileSync(diagramsFile, 'utf8'), await drawDiagrams());
});

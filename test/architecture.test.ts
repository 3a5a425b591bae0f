// Checks the code against docs/architecture.md. The linter checks part of this in the editor; these tests resolve
// every import.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { diagramsFile, drawDiagrams } from '../scripts/diagrams.ts';
import { readSources, root, type Source } from './setup/sources.ts';

/** The features in the order of `server/features.ts`: a feature imports only features before it. */
const order = [
  ...readFileSync(path.join(root, 'server/features.ts'), 'utf8').matchAll(
    /^ {2}\{ (?:routes: (\w+)|registerJobs: (\w+)Jobs)/gm,
  ),
].map(([, name, jobs = '']) => (name ?? jobs).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Files of contract/ that belong to no feature. */
const sharedPromises = ['composed', 'endpoint', 'endpoints', 'errors', 'fields', 'limits', 'shapes', 'text'];

/** One name a feature, everywhere, but for these. */
const gaps: Record<'contract' | 'server' | 'web', readonly string[]> = {
  // `letters` has no endpoint.
  contract: ['letters'],
  server: [],
  // `usage` shows in the account's page, and letters are mails.
  web: ['usage', 'letters', 'timeline'],
};

/** Which features may name a table, besides access/ and platform/. Several share the row of a person. */
const owners: Record<string, readonly string[]> = {
  users: ['members', 'auth', 'account', 'verification', 'moderation'],
  sessions: ['auth', 'account'],
  circles: ['circles'],
  circle_members: ['circles'],
  told_posts: ['delivery'],
  letters: ['letters'],
  letter_photos: ['letters'],
  posts_in_letters: ['letters'],
  letter_browsers: ['mailbox'],
  mailbox_invitations: ['mailbox'],
  taken_mails: ['mailbox'],
  incoming_mails: ['mailbox'],
  video_uploads: ['media'],
  video_parts: ['media'],
  posts: ['posts'],
  post_circles: ['posts'],
  post_mentions: ['mentions'],
  post_hidden_from: ['posts'],
  ended_memberships: [],
  former_post_circles: [],
  take_backs: ['sharing'],
  take_back_people: ['sharing'],
  take_back_devices: ['sharing'],
  images: ['media'],
  circle_photos: ['media'],
  not_again: ['timeline'],
  comments: ['comments'],
  comment_circles: ['comments'],
  comment_mentions: ['mentions'],
  likes: ['likes'],
  like_circles: ['likes'],
  blocks: ['blocking'],
  mutes: ['blocking'],
  blocked_memberships: ['blocking'],
  notifications: ['notifications'],
  unfollowed_posts: ['notifications'],
  withdrawn_news: ['notifications'],
  notification_preferences: ['notifications'],
  push_subscriptions: ['notifications'],
  known_browsers: ['auth', 'account'],
  totp_secrets: ['auth'],
  recovery_codes: ['auth'],
  passkeys: ['auth'],
  tickets: ['auth'],
  denials: ['auth'],
  exports: ['account'],
  invitations: ['invitations'],
  verification_requests: ['verification', 'members'],
  name_requests: ['verification'],
  reports: ['reporting', 'moderation'],
  report_photos: ['reporting'],
  report_reviewers: ['moderation'],
  email_tokens: ['auth', 'account'],
  payments: ['payments'],
  subscriptions: ['payments'],
  webhook_events: ['payments'],
  jobs: [],
  audit: ['audit'],
  rate_limits: [],
  bug_reports: ['bug-reports'],
  scenario_runs: ['scenarios'],
  scenario_ideas: ['scenarios'],
  repeated_calls: [],
  meta: ['system'],
  nodes: [],
  deletions: ['system'],
};

/**
 * Features that name a table of another, because what they do is about both, in one statement or one transaction.
 * Whatever a person is shown goes through access/ all the same.
 */
const guests: Record<string, readonly string[]> = {
  // The actor and the target.
  audit: ['users'],
  // The hourly sweep takes away what has expired, wherever it lies.
  // One's own account shows the name that waits for an administrator.
  auth: ['rate_limits', 'repeated_calls', 'name_requests'],
  // The reporter.
  'bug-reports': ['users'],
  // A block ends the circle rows between two people, and what one has invited the other to.
  blocking: ['users', 'circles', 'circle_members', 'invitations'],
  // A person's key from their id; members who block each other share no circle; a removed member's invitations end.
  circles: ['users', 'blocks', 'invitations', 'mailbox_invitations'],
  // A mention names a member.
  mentions: ['users'],
  // Raises the counters of the post, and belongs to the circles that post and writer share.
  comments: ['users', 'posts', 'post_circles', 'circles', 'circle_members'],
  // The photos of its moments.
  // An album is a post with photos.
  albums: ['posts', 'post_circles', 'circles', 'images'],
  // Photos of the viewer's circles by day, in one statement; This day also has moments.
  timeline: ['circle_members', 'circle_photos', 'images', 'post_circles', 'posts', 'users'],
  // The index is made of moments and their circles.
  search: ['posts', 'post_circles', 'images', 'circle_members'],
  // A letter also moves its reader's marks and the time of the next one.
  // An invitation is from a member and into a circle; the answer makes a member.
  // A mail names what it answers by key.
  mailbox: ['users', 'circles', 'circle_members', 'posts', 'post_circles'],
  letters: ['images', 'users', 'circles', 'circle_members', 'told_posts', 'post_circles', 'posts'],
  // Has no table: it is a view of one's own circles.
  contacts: ['circles', 'circle_members'],
  // A choice belongs to a membership, or to the member for all private circles of others; posts count as told.
  delivery: ['circles', 'circle_members', 'users', 'posts', 'post_circles'],
  // An invitation is from a person and into a circle.
  invitations: ['users', 'circles', 'mailbox_invitations'],
  // Raises the counters of the post and its popularity in each circle, and belongs to the circles that post and giver
  // share; a notification of several likes names a member who still likes it. `meta` marks how far a job is.
  likes: ['posts', 'post_circles', 'circles', 'circle_members', 'users', 'notifications', 'meta'],
  // The profile picture's owner; the stored files of exports and bug reports; photos that a report keeps.
  media: ['users', 'post_circles', 'incoming_mails', 'exports', 'bug_reports', 'report_photos'],
  // The words of a notification name what it is about, and the circle that an accepted invitation led to; a browser
  // hears of it while its session lasts. Each new moment notifies once.
  notifications: [
    'users',
    'posts',
    'post_circles',
    'circles',
    'circle_members',
    'told_posts',
    'invitations',
    'sessions',
  ],
  // The reported content as its reporter sees it now.
  reporting: ['users', 'posts', 'comments', 'images'],
  // A plan is what the provider says is paid for, and a customer there has a name and an address.
  payments: ['users'],
  // A page of the feed, authors, circles and likes included, is one statement.
  // Photos that others added to an album return to them.
  posts: [
    'circles',
    'circle_members',
    'users',
    'likes',
    'take_backs',
    'former_post_circles',
    'images',
    'circle_photos',
  ],
  // Lists the readers of a post or a comment, with names, circles and their number, in one statement. A receipt also
  // tells of their sessions and letters.
  sharing: [
    'users',
    'circles',
    'circle_members',
    'posts',
    'comments',
    'comment_circles',
    'sessions',
    'posts_in_letters',
  ],
  // Sums what a person's photos take, against what their plan gives.
  usage: ['images', 'users'],
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
      ({ path: file }) => /^contract\/(?:years\/)?([^/]+?)(?:\.ts$|\/)/.exec(file)?.[1] ?? [],
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
    (name) => !['zod/mini', '@sindresorhus/transliterate'].includes(name) && !name.startsWith('contract/'),
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

test('platform/ imports no feature, access/ stands below the features, and only routes know HTTP', () => {
  const platform = badImports(inside('server/platform/'), (name) =>
    /^server\/(?:(?:access|cli|features)\/|(?:app|app-context|feature|features|main)\.ts$)/.test(name),
  );
  const access = badImports(inside('server/access/'), (name) => /^server\/(?:cli|features)\//.test(name));
  const http = badImports(
    inside('server/features/', 'server/access/', 'server/cli/'),
    (name, file) => name.startsWith('server/platform/http/') && path.posix.basename(file) !== 'routes.ts',
  );
  const routes = badImports(
    inside('server/features/', 'server/access/', 'server/platform/'),
    (name) => featureOf(name) !== null && path.posix.basename(name) === 'routes.ts',
  );
  holds([...platform, ...access, ...http, ...routes], 'docs/architecture.md');
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
    ...above(['data', 'live', 'offline'], /^web\/(?:app|features|pages)\//),
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

test('no folder but that of the migrations has more than 30 files', () => {
  const counts = Map.groupBy(
    sources.filter(({ path: file }) => /\.(?:tsx?|mjs|css)$/.test(file)),
    ({ path: file }) => path.posix.dirname(file),
  );
  // The schema's history grows by a file a step, and is read in order.
  counts.delete('server/platform/db/migrations');
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
      !/^server\/(?:platform\/db\/|settings\.ts)/.test(file) && /sqlite|postgres/i.test(withoutPick(code)),
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

test('every rule of docs/product is cited by a test, and every cited rule exists', () => {
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

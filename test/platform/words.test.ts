// A language is a set of files. These tests compare them with the English ones, and read the app as it is built in each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { compileWords } from '../../scripts/words/files.ts';
import { messages } from '../../contract/errors/errors.ts';
import { Language } from '../../contract/shapes.ts';
import { spokenWords } from '../../web/build/language.ts';
import { languages } from '../../web/words/languages.ts';
import { readSources, root } from '../setup/sources.ts';

/** Compiles files of sentences in a new folder. */
const compileIn = async (
  files: Readonly<Record<string, unknown>>,
  check: (words: string, compiled: ReturnType<typeof compileWords>) => Promise<void> = () =>
    Promise.resolve(),
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'circle-words-'));
  try {
    for (const [file, groups] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), JSON.stringify(groups));
    }
    await check(join(folder, 'dist/words'), compileWords(join(folder, 'words'), join(folder, 'dist/words')));
  } finally {
    await rm(folder, { recursive: true });
  }
};

test('every language has every sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'circle-words-'));
  const compiled = compileWords(join(root, 'words'), folder);
  await rm(folder, { recursive: true });
  for (const language of Language.options) assert.deepEqual(compiled.get(language)?.missing, [], language);
});

const english = {
  locale: 'en-GB',
  ui: { close: 'Close', cancel: 'Cancel' },
  likes: {
    like: 'Like, {count, plural, one {# like} other {# likes}}',
    unlike: 'Unlike, {count, plural, one {# like} other {# likes}}',
    show: 'Show {name}',
  },
  errors: { notFound: 'Not found' },
  server: { mail: { heading: 'It works' } },
};

test('a sentence that differs from the English one in more than words is refused, with its file and key', async () => {
  const wrong: [groups: object, error: RegExp][] = [
    [{ likes: { show: 'Wie' } }, /likes\.show: the English sentence has \{name\}/],
    [{ likes: { show: 'Wie {naam}' } }, /^Error: words\/nl\/likes\.json: likes\.show: .* has \{name\}$/],
    [{ server: { mail: { heading: '{naam}' } } }, /likes\.json: server\.mail\.heading: .*\{naam\}/],
    [{ likes: { liek: 'Vind ik leuk' } }, /likes\.liek: is not in the English file/],
    [{ liek: {} }, /liek: is not in the English file/],
    [
      { likes: { like: '{count, plural, few {#} other {#}}' } },
      /likes\.like: The plural case few is not valid/,
    ],
    [{ likes: { like: '{count, plural, one {# like}}' } }, /likes\.like: .*other/],
    [{ likes: { like: 'Vind ik leuk, {count' } }, /likes\.like: .*\n.*Vind ik leuk/s],
    [
      { likes: { like: '{count, select, true {een} other {veel}}' } },
      /\{count\} is number in English, and boolean/,
    ],
    [{ likes: 'Vind ik leuk' }, /likes: is a group in English/],
    [{ likes: { show: ['Toon {name}'] } }, /likes\.show: is a sentence in English/],
  ];
  for (const [groups, error] of wrong) {
    const files = { 'words/en/all.json': english, 'words/nl/likes.json': { locale: 'nl-NL', ...groups } };
    await assert.rejects(compileIn(files), error);
  }
});

test('Polish says since which day something is new, in the case that the sentence needs', async () => {
  const { circles, locale } = await languages.pl();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const since = Array.from({ length: 7 }, (_, at) => format.format(Date.UTC(2026, 0, 5 + at)));
  assert.deepEqual(
    since.map((day) => circles.place.newSince({ count: 3, kind: 'weekday', since: day })),
    ['poniedziałku', 'wtorku', 'środy', 'czwartku', 'piątku', 'soboty', 'niedzieli'].map(
      (day) => `3 nowe od ${day}`,
    ),
  );
});

/** All texts of words/en, without the names of their gaps. */
const sentencesIn = (said: unknown): string[] => {
  if (typeof said === 'string') return [said];
  return typeof said === 'object' && said !== null ? Object.values(said).flatMap(sentencesIn) : [];
};
const englishTexts = readSources()
  .filter(({ path }) => path.startsWith('words/en/'))
  .flatMap(({ text }) => sentencesIn(JSON.parse(text)))
  .map((text) => text.replaceAll(/\{\w+/g, '{'));

test('English texts have one word for one thing', () => {
  assert.ok(englishTexts.length > 2_000, `${englishTexts.length} sentences`);
  // `docs/decisions/0043-one-word-for-one-thing.md`
  const others =
    /(?<!set-)\b[Ee]mail\b|\b([Tt]his|[Aa]nother) (Circle|server)\b|\b(Edit|Delete|Report) moment\b/;
  const specified = new Set([
    'Check Your Email',
    'Search by name, username, or email...',
    'Please enter both email and password',
    'Invalid email or password',
    'Email Required',
    'Invalid Email',
    'Please enter a valid email address.',
  ]);
  assert.deepEqual(
    englishTexts.filter((sentence) => others.test(sentence) && !specified.has(sentence)),
    [],
  );
});

test('every hint on usernames states the rule that a refused username breaks', async () => {
  const [words, rule] = [await languages.en(), /at least one letter or digit/];
  const hints = [words.account.profile.usernameHint, words.profile.form.usernameHint];
  for (const text of [...hints, messages.usernameInvalid]) {
    assert.match(text, rule);
  }
});

/** Builds a page of this code in another language, as the development server does. */
const buildWith = async (language: string, words: string, code: string): Promise<string> => {
  const id = '\0a-page';
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      spokenWords(language),
      {
        name: 'a-page',
        resolveId: (source) => (source === 'a-page' ? id : null),
        load: (source) =>
          source === id
            ? `import * as words from '${words}/en.ts';
               import { errors } from '${words}/en/errors.ts';
               document.title = ${code};`
            : null,
      },
    ],
    build: { write: false, target: 'es2023', rolldownOptions: { input: 'a-page' } },
  });
  return [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .map((file) => ('code' in file ? file.code : ''))
    .join('');
};

test('the app is built once, with the files that say something in each language', async () => {
  const assets = join(root, 'dist/web/assets');
  const scriptsIn = async (folder: string) => {
    const names = (await readdir(join(assets, folder))).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(assets, folder, name), 'utf8')));
    return { names, text: texts.join('') };
  };
  const shared = await scriptsIn('.');
  const { names } = await scriptsIn('en');
  for (const language of Language.options) {
    const { ui, push, errors } = await languages[language]();
    const own = await scriptsIn(language);
    assert.deepEqual(own.names, names);
    assert.deepEqual(
      shared.names.filter((name) => names.includes(name)),
      [],
    );
    const worker = await readFile(join(root, `dist/web/sw.${language}.js`), 'utf8');
    assert.ok(worker.includes(push.title));
    for (const said of [ui.close, errors.wrongCredentials]) assert.ok(own.text.includes(said), said);
    assert.ok(!shared.text.includes(errors.wrongCredentials));
    for (const other of Language.options.filter((one) => one !== language)) {
      const foreign = await languages[other]();
      assert.ok(!own.text.includes(foreign.errors.wrongCredentials));
      assert.ok(!worker.includes(foreign.push.title));
    }
  }
});

test('the scripts that a member’s first page names stay within their budget in each language', async () => {
  const web = join(root, 'dist/web');
  const sizeOf = async (script: string): Promise<number> => {
    const shared = script.replace(/^assets\/[a-z]{2}\//, 'assets/');
    const file = join(web, existsSync(join(web, script)) ? script : shared);
    return (await stat(existsSync(`${file}.br`) ? `${file}.br` : file)).size;
  };
  for (const language of Language.options) {
    const page = await readFile(join(web, `member.${language}.html`), 'utf8');
    const scripts = new Set(
      Array.from(page.matchAll(/"\/(assets\/[^"]+\.js)"/g), ([, script = '']) => script),
    );
    assert.ok(scripts.size >= 3);
    const sizes = await Promise.all([...scripts].map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= 95_000, `${language}: ${bytes} bytes, compressed`);
  }
});

test('a language can be one file, and the app shows English sentences in place of those that it lacks', async () => {
  const unlike = 'Niet leuk, {count, plural, one {# keer} other {# keren}}';
  const dutch = { locale: 'nl-NL', ui: { close: 'Sluiten' }, likes: { unlike } };
  const files = { 'words/en/all.json': english, 'words/nl/all.json': dutch };
  await compileIn(files, async (words, compiled) => {
    const code = await buildWith(
      'nl',
      words,
      `words.locale + words.ui.close + words.ui.cancel + errors.notFound +
        words.likes.like({ count: 2 }) + words.likes.unlike({ count: 2 })`,
    );
    for (const said of ['nl-NL', 'Sluiten', 'Cancel', 'likes', 'keren', 'Not found'])
      assert.ok(code.includes(said), said);
    const lacked = ['server.mail.heading', 'ui.cancel', 'likes.like', 'likes.show', 'errors.notFound'];
    assert.deepEqual(compiled.get('nl')?.missing, lacked);
  });
});

// A part of `npm run check`: a ratchet for docs/style.md. It counts comments and test names that open with a headless
// clause or use a word of the vocabulary's left column. The counts may only fall: lower `allowed` when they do.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './bootstrap/run.mjs';

const allowed = { comments: 1, tests: 0 };

const folders = ['contract', 'scripts', 'server', 'test', 'web', 'words'];
const openings = /^(?:What|Who|Whoever|Whom|Whose|Of|Over|Held|There)\b/;
const vocabulary =
  /\b(?:anew|whoever|hold(?:s|ing)? (?:fast|for good)|held fast|is told|are told|was told|at once|by itself|by themselves|of its own|of their own|for good|is no more|are no more|patience|parted|worthwhile|a hair|mend(?:s|ed)?)\b/i;

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:css|mjs|tsx?)$|^[a-z-]+\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** The comments of a file as sentences to read: blocks without their stars, joined lines, and notes to translators. */
const commentsOf = (text) => {
  const blocks = [...text.matchAll(/\/\*+([\s\S]*?)\*\//g)].map(([, inner]) =>
    inner.replaceAll(/^\s*\* ?/gm, ' '),
  );
  const lines = [];
  let open = false;
  for (const line of text.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n')) {
    const comment = /^\s*\/\/ (.*)$/.exec(line)?.[1] ?? null;
    if (comment !== null && open) lines.push(`${lines.pop()} ${comment}`);
    else if (comment !== null) lines.push(comment);
    open = comment !== null;
  }
  const notes = [...text.matchAll(/^\s*"@\w+": "(.*)",?$/gm)].map(([, note]) => note);
  return [...blocks, ...lines, ...notes]
    .map((comment) => comment.replaceAll(/\s+/g, ' ').trim())
    .filter((comment) => comment !== '' && !/^(?:ox|es)lint-|^@ts-/.test(comment));
};

const testNamesOf = (text) =>
  [
    ...text.matchAll(
      /\b(?:test|describe|onBothDatabases|onDatabases?|testOnBoth)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g,
    ),
  ].map(([, , name]) => name);

const isAwkward = (sentence) => openings.test(sentence) || vocabulary.test(sentence);

const found = { comments: [], tests: [] };
const total = { comments: 0, tests: 0 };
for (const file of folders.flatMap(filesIn)) {
  const text = readFileSync(file, 'utf8');
  const name = relative(root, file);
  if (name === join('scripts', 'check-language.mjs')) continue;
  for (const [kind, sentences] of [
    ['comments', commentsOf(text)],
    ['tests', /\.test\.tsx?$/.test(name) ? testNamesOf(text) : []],
  ]) {
    total[kind] += sentences.length;
    found[kind].push(...sentences.filter(isAwkward).map((sentence) => `${name}: ${sentence}`));
  }
}

const list = process.argv.includes('--list');
for (const kind of ['comments', 'tests']) {
  const count = found[kind].length;
  const share = ((100 * count) / total[kind]).toFixed(1);
  console.log(`${kind}: ${count} of ${total[kind]} (${share} %), ${allowed[kind]} allowed`);
  if (list) for (const line of found[kind]) console.log(`  ${line.slice(0, 160)}`);
  if (count > allowed[kind]) process.exitCode = 1;
}

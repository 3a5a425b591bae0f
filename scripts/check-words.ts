// A part of `npm run check`: fails if a language lacks a sentence, has one as in English that is not listed in
// scripts/words/same.json, or if nothing says a sentence.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Language, languageNames } from '../contract/shapes.ts';
import same from './words/same.json' with { type: 'json' };
import { compileWords } from './words/files.ts';

const root = path.join(import.meta.dirname, '..');
const words = path.join(root, 'words');
const listed: Readonly<Record<string, readonly string[]>> = same;

const problems: string[] = [];
const note = (language: Language, what: string, paths: readonly string[]) =>
  problems.push(...paths.map((key) => `${languageNames[language]} ${what}: ${key}`));

const compiled = compileWords(words, path.join(root, 'dist/words'));
for (const language of Language.options.filter((one) => one !== 'en')) {
  const { missing, same: found } = compiled.get(language) ?? { missing: ['everything'], same: [] };
  const allowed = listed[language] ?? [];
  note(language, 'lacks', missing);
  note(
    language,
    'says as in English',
    found.filter((key) => !allowed.includes(key)),
  );
  note(
    language,
    'no longer says as in English',
    allowed.filter((key) => !found.includes(key)),
  );
}

/** The keys of sentences, without those in lists. */
const keysIn = (said: unknown): string[] =>
  typeof said !== 'object' || said === null || Array.isArray(said)
    ? []
    : Object.entries(said).flatMap(([key, value]) =>
        key.startsWith('@') ? [] : typeof value === 'string' ? [key] : keysIn(value),
      );
const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));

const code = textsOf('{web,server,contract}/**/*.{ts,tsx,html}').join('\n');
// Names, and texts such as 'job.retried'.
const named = new Set([...(code.match(/\w+/g) ?? []), ...(code.match(/(?<=')[a-z][\w.-]+(?=')/g) ?? [])]);
const keys = textsOf('words/en/*.json').flatMap((text) => keysIn(JSON.parse(text)));
note(
  'en',
  'has what nothing says',
  [...new Set(keys)].filter((key) => !named.has(key)),
);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

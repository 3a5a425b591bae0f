// A part of `npm run check`: names the sentences that a language lacks. They are shown in English, so it never fails; a
// test requires German to be complete.
import path from 'node:path';
import { isLanguage, languageNames } from '../contract/shapes.ts';
import { compileWords } from './words/files.ts';

const root = path.join(import.meta.dirname, '..');

for (const [language, missing] of compileWords(path.join(root, 'words'), path.join(root, 'dist/words'))) {
  if (language === 'en' || !isLanguage(language)) continue;
  console.log(`${languageNames[language]} lacks ${missing.length} sentences`);
  for (const key of missing) console.log(`  words/${language}: ${key}`);
}

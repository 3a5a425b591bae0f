// A part of `npm run check`: names the sentences that a language lacks. They are shown in English, so it never fails; a
// test requires German to be complete.
import { missingSentences } from '../contract/errors/fallback.ts';
import { Language, languageNames } from '../contract/shapes.ts';

const load = async (file: string): Promise<Record<string, unknown>> => {
  const exported: unknown = await import(`../${file}`);
  return typeof exported === 'object' && exported !== null
    ? Object.fromEntries(Object.entries(exported))
    : {};
};

const files = (language: string): [file: string, name: string | null][] => [
  [`web/words/${language}.ts`, null],
  [`server/words/${language}.ts`, language],
  [`contract/errors/errors${language === 'en' ? '' : `-${language}`}.ts`, 'messages'],
];

for (const language of Language.options.filter((code) => code !== 'en')) {
  const missing = await Promise.all(
    files(language).map(async ([file, name], index) => {
      const [englishFile = '', englishName = null] = files('en')[index] ?? [];
      const [english, own] = [await load(englishFile), await load(file)];
      return missingSentences(
        englishName === null ? english : english[englishName],
        name === null ? own : own[name],
      ).map((key) => `  ${file}: ${key}`);
    }),
  );
  const lines = missing.flat();
  console.log(`${languageNames[language]} lacks ${lines.length} sentences`);
  for (const line of lines) console.log(line);
}

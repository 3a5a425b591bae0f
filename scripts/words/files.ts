// Reads words/<language>/<feature>.json, and writes what they are compiled to.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Doubts,
  type Group,
  isGroup,
  modulesOf,
  type Said,
  type Spoken,
  WordsError,
} from './modules.ts';

const isSaid = (value: unknown): value is Said =>
  typeof value === 'string' ||
  value === null ||
  (typeof value === 'object' && Object.values(value).every(isSaid));

const countKeys = (said: Said): number =>
  typeof said !== 'object' || said === null
    ? 0
    : Object.values(said).reduce(
        (sum, part) => sum + countKeys(part),
        isGroup(said) ? Object.keys(said).length : 0,
      );

/** A key within an object that has it twice would replace the former sentence. */
const hasKeysTwice = (text: string, group: Group): boolean =>
  (text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g) ?? []).length !== countKeys(group);

const readFile = (file: string): Group => {
  try {
    const text = readFileSync(file, 'utf8');
    const value: unknown = JSON.parse(text);
    if (isSaid(value) && isGroup(value)) {
      if (hasKeysTwice(text, value)) throw new Error(`${file} has a key twice in one group`);
      return value;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${file}: ${error.message}`, { cause: error });
  }
  throw new Error(`${file} has more than texts, lists of texts and groups of them`);
};

/** Puts groups of several files together. `mail` of the server has parts of many features. */
const join = (into: Group, group: Group): Group => {
  const all: Record<string, Said> = { ...into };
  for (const [key, said] of Object.entries(group)) {
    const known = all[key];
    if (known !== undefined && !(isGroup(known) && isGroup(said)))
      throw new Error(`${key} stands in two files`);
    all[key] = known !== undefined && isGroup(known) && isGroup(said) ? join(known, said) : said;
  }
  return all;
};

/** Whether a group has the sentence or group of a path. */
const has = (group: Group, keys: readonly string[]): boolean => {
  const [key = '', ...more] = keys;
  const said = group[key];
  return said !== undefined && (more.length === 0 || (isGroup(said) && has(said, more)));
};

/** Names the file of an error. */
const placed = (error: unknown, folder: string, names: readonly string[]): unknown => {
  if (!(error instanceof WordsError)) return error;
  const keys = error.path.split('.');
  const name = names.find((one) => has(readFile(path.join(folder, one)), keys)) ?? '';
  return new Error(`words/${path.basename(folder)}/${name}: ${error.path}: ${error.message}`);
};

const read = (folder: string, names: readonly string[]): Spoken => {
  const all = names.map((name) => readFile(path.join(folder, name))).reduce(join, {});
  const { locale, server = {}, errors = {}, ...screens } = all;
  if (typeof locale !== 'string' || !isGroup(server) || !isGroup(errors))
    throw new Error(`${folder} has no locale, or a sentence in place of a group`);
  return { language: path.basename(folder), locale, screens, server, errors };
};

/** Writes only what differs, so that servers in development reload no more than that. */
const write = (file: string, code: string): void => {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== code) writeFileSync(file, code);
};

const namesIn = (folder: string): string[] => readdirSync(folder).toSorted();

/**
 * Compiles all languages of a folder.
 * @returns for each language the sentences that need a look
 */
export const compileWords = (from: string, to: string): Map<string, Doubts> => {
  // English first, so that its errors are not those of another language.
  const languages = ['en', ...namesIn(from).filter((name) => name !== 'en')];
  const english = read(path.join(from, 'en'), namesIn(path.join(from, 'en')));
  return new Map(
    languages.map((language) => {
      const folder = path.join(from, language);
      const names = namesIn(folder);
      try {
        const { modules, ...doubts } = modulesOf(english, read(folder, names));
        mkdirSync(path.join(to, language), { recursive: true });
        for (const [file, code] of modules) write(path.join(to, file), code);
        const written = new Set(modules.map(([file]) => file));
        for (const name of namesIn(path.join(to, language)))
          if (!written.has(`${language}/${name}`)) rmSync(path.join(to, language, name));
        return [language, doubts];
      } catch (error) {
        throw placed(error, folder, names);
      }
    }),
  );
};

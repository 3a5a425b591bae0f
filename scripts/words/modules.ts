// Writes the modules of one language from its sentences, words/<language>/<feature>.json.
import { compile, plain, type Sentence } from './sentence.ts';

/** A sentence, a list or group of sentences, or none. A key that begins with `@` is a note to translators. */
export type Said = string | null | readonly Said[] | Group;
export interface Group {
  readonly [key: string]: Said;
}

export const isGroup = (said: Said): said is Group =>
  typeof said === 'object' && said !== null && !Array.isArray(said);

/** All sentences of one language. */
export interface Spoken {
  language: string;
  locale: string;
  /** The groups of the screens. */
  screens: Group;
  /** The groups that the server says: mails, notifications, its own pages. */
  server: Group;
  /** Sentences that the server and the forms share. */
  errors: Group;
}

/** An error in the sentence or group of a path. */
export class WordsError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

const entriesOf = (group: Group): [string, Said][] =>
  Object.entries(group).filter(([key]) => !key.startsWith('@'));

/** The functions that sentences call, which follow the rules of the language. The first screen needs no lists. */
const speechOf = (locale: string): Record<'speech' | 'lists', string> => {
  // Made when it is first needed: each takes time and memory.
  const lazily = (name: string, type: string, method: string, value: string) =>
    `let ${name}Made: Intl.${type} | undefined;
export const ${name} = (value: ${value}) => (${name}Made ??= new Intl.${type}(locale)).${method}(value);
`;
  return {
    speech: `export const locale: string = '${locale}';
${lazily('form', 'PluralRules', 'select', 'number')}${lazily('number', 'NumberFormat', 'format', 'number')}`,
    lists: `import { locale } from './speech.ts';
${lazily('list', 'ListFormat', 'format', 'readonly string[]')}`,
  };
};

const keyCode = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));

const compiled = (path: string, ...sentence: Parameters<typeof compile>): Sentence => {
  try {
    return compile(...sentence);
  } catch (error) {
    throw new WordsError(path, `${error instanceof Error ? error.message : String(error)}\n  ${sentence[0]}`);
  }
};

/** A translation has the gaps of the English sentence, filled in the same way. */
const checkGaps = (english: Sentence, own: Sentence, path: string): void => {
  const lost = [...english.gaps.keys()].find((name) => !own.gaps.has(name));
  if (lost !== undefined) throw new WordsError(path, `the English sentence has {${lost}}`);
  for (const [name, type] of own.gaps) {
    const known = english.gaps.get(name);
    if (known === undefined) throw new WordsError(path, `the English sentence has no {${name}}`);
    // Another language may choose by a text that English only says: Polish puts days of the week into a case.
    const isChoice = known === plain && type.endsWith(' | string');
    if (type !== known && type !== plain && !isChoice)
      throw new WordsError(path, `{${name}} is ${known} in English, and ${type} here`);
  }
};

const checkKeys = (english: Group, own: Group, before: string): void => {
  const unknown = entriesOf(own).find(([key]) => !(key in english));
  if (unknown) throw new WordsError(`${before}${unknown[0]}`, 'is not in the English file');
};

/** Path and code. */
type Module = [path: string, code: string];

/** The gaps of errors stay open: they are filled when an answer is written, in the language of its reader. */
const withOpenGaps = ({ code, gaps }: Sentence, path: string): string => {
  if ([...gaps.values()].some((type) => type !== plain))
    throw new WordsError(path, 'an error has no gaps but those like {name}');
  return code.replaceAll(/\$\{gaps\.(\w+)\}/g, '{$1}');
};

/** The paths of sentences that need a look: those that a language lacks, and those that are the English ones. */
export interface Doubts {
  missing: string[];
  same: string[];
}

/** Words apart from gaps. */
const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replaceAll(/\{\w+(?:, (?:number|list))?\}/g, ''));

/** The modules of a language, with English sentences in place of those that it lacks. */
export const modulesOf = (english: Spoken, own: Spoken): { modules: Module[] } & Doubts => {
  const { language, locale } = own;
  const isEnglish = language === 'en';
  const missing: string[] = [];
  const same: string[] = [];
  let calls = new Set<string>();

  const sentence = (text: string, said: string | undefined, path: string): string => {
    const original = compiled(path, text, english.locale);
    const spoken = said === undefined ? original : compiled(path, said, locale);
    if (said === undefined) missing.push(path);
    if (said === text && hasWords(text) && !path.includes('[]')) same.push(path);
    checkGaps(original, spoken, path);
    if (path.startsWith('errors.')) return withOpenGaps(spoken, path);
    if (original.gaps.size === 0) return spoken.code;
    for (const name of spoken.calls) {
      const file = name === 'list' ? 'lists' : 'speech';
      calls.add(`import { ${name} } from './${file}.ts';\n`);
    }
    const types = [...original.gaps].map(([name, type]) => `${name}: ${type}`);
    return isEnglish
      ? `(gaps: { ${types.join('; ')} }): string => ${spoken.code}`
      : `(gaps) => ${spoken.code}`;
  };

  /** Lists are translated as a whole, so they may differ in length. Null is no sentence in any language. */
  const list = (original: Said, said: Said | undefined, path: string): string => {
    if (said === undefined) missing.push(path);
    const spoken = said ?? original;
    if (Array.isArray(original) && Array.isArray(spoken))
      return `[${spoken.map((part: Said) => code(part, part, `${path}[]`)).join(', ')}]`;
    if (original !== null || spoken !== null) throw new WordsError(path, 'is a list or null in English');
    return 'null';
  };

  const code = (original: Said, said: Said | undefined, path: string): string => {
    if (typeof original === 'string') {
      if (said !== undefined && typeof said !== 'string')
        throw new WordsError(path, 'is a sentence in English');
      return sentence(original, said, path);
    }
    if (!isGroup(original)) return list(original, said, path);
    if (said !== undefined && !isGroup(said)) throw new WordsError(path, 'is a group in English');
    checkKeys(original, said ?? {}, `${path}.`);
    const parts = entriesOf(original).map(
      ([key, value]) => `${keyCode(key)}: ${code(value, said?.[key], `${path}.${key}`)}`,
    );
    return `{\n${parts.join(',\n')} }`;
  };

  /** @param before of the paths of its sentences */
  const moduleOf = (file: string, from: Group, to: Group, before = ''): Module => {
    calls = new Set();
    const consts = entriesOf(from).map(([key, said]) => {
      const text = code(said, to[key], `${before}${key}`);
      const type = isEnglish ? (text.startsWith('`') ? ': string' : '') : `: typeof english.${key}`;
      return `export const ${key}${type} = ${text};\n`;
    });
    const imports = [
      isEnglish ? '' : `import type * as english from '../en/${file}.ts';\n`,
      ...[...calls].toSorted(),
    ];
    return [`${language}/${file}.ts`, [...imports, ...consts].join('')];
  };

  for (const section of ['screens', 'server'] as const)
    checkKeys(english[section], own[section], section === 'server' ? 'server.' : '');
  const screens = entriesOf(english.screens);
  const { speech, lists } = speechOf(locale);
  const [serverFile, server] = moduleOf('server', english.server, own.server, 'server.');
  const index = [
    ...screens.map(([name]) => `export { ${name} } from './${language}/${name}.ts';\n`),
    `export { locale, number } from './${language}/speech.ts';\n`,
  ];
  return {
    modules: [
      ...screens.map(([name, said]) => moduleOf(name, { [name]: said }, own.screens)),
      [serverFile, `export { locale } from './speech.ts';\n${server}`],
      moduleOf('errors', { errors: english.errors }, { errors: own.errors }),
      [`${language}/speech.ts`, speech],
      [`${language}/lists.ts`, lists],
      [`${language}.ts`, index.join('')],
    ],
    missing,
    same,
  };
};

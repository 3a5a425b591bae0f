// A part of `npm test -- --changed`: the features that a contract file belongs to, and the browser tests that reach their
// screens.
import type { Source } from '../test/setup/sources.ts';

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const isContract = (file: string): boolean => file.startsWith('contract/');
/** Every page loads these files. */
const isOnEveryPage = (file: string): boolean =>
  /^web\/(?:(?:app|build|data|live|offline)\/|[^/]+$)/.test(file);

/** The feature of a file of the server or the web app. */
const ownerOf = (file: string): string | null =>
  /^(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

const isRoutes = (file: string): boolean =>
  /^server\/features\/[^/]+\/(?:feature|pages\/routes)\.ts$/.test(file);

/**
 * Answers which features a file belongs to. A contract file belongs to the feature of its name, else with its endpoints to the
 * features whose routes load it, else to the features of all files that load it, unless one of them belongs to none.
 */
export const featuresOf = (sources: readonly Source[]): ((file: string) => readonly string[]) => {
  const index = 'contract/endpoints.ts';
  const names = new Set(sources.map(({ path }) => ownerOf(path)));
  const withEndpoints = sources.find(({ path }) => path === index)?.loads ?? [];
  const found = new Map<string, readonly string[]>([[index, ['endpoints']]]);
  const featuresOfContract = (file: string): readonly string[] => {
    const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length);
    if (names.has(name)) return [name];
    const loaders = sources
      .filter((source) => source.loads.includes(file) && /^(?:contract|server|web)\//.test(source.path))
      .map((source) => source.path)
      .filter((loader) => !isTest(loader));
    const all = (withEndpoints.includes(file) ? loaders.filter(isRoutes) : loaders).map(find);
    return all.every(({ length }) => length > 0) ? [...new Set(all.flat())] : [];
  };
  const find = (file: string): readonly string[] => {
    const owner = ownerOf(file);
    if (owner !== null) return [owner];
    if (!isContract(file) || isTest(file)) return [];
    const features = found.get(file) ?? featuresOfContract(file);
    found.set(file, features);
    return features;
  };
  return find;
};

/** The texts of a file of words/ that screens show: one capitalized word, or the parts of several words between braces. */
const sentencesIn = (json: string): string[] =>
  [...json.matchAll(/: "(.+)",?$/gm)].flatMap(([, text = '']) => {
    const parts = text.split(/[{}]/);
    const isSentence = parts.length > 1 ? /\S \S/ : /^[A-Z].{3}|[a-z] [a-z]/;
    return parts.map((part) => part.trim()).filter((part) => isSentence.test(part));
  });

/** Whether a test quotes the word, or begins a quotation with the sentence. */
const quotes = (test: string, sentence: string): boolean => {
  const escaped = sentence.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`['"\`/^]${escaped}${sentence.includes(' ') ? '(?![a-z])' : '[\'"`/$]'}`).test(test);
};

/**
 * The browser tests that reach the screens of these contracts and features: they quote a sentence that only a file of their
 * words has. Every test reaches what every page loads.
 */
export const testsOnScreens = (
  sources: readonly Source[],
  contracts: readonly string[],
  features: readonly string[],
): string[] => {
  const tests = sources.filter(({ path }) => path.startsWith('test/browser/') && isTest(path));
  const screens = sources.filter(
    ({ path, loads }) =>
      path.startsWith('web/') &&
      !isTest(path) &&
      (features.includes(ownerOf(path) ?? '') || contracts.some((file) => loads.includes(file))),
  );
  if (screens.some(({ path }) => isOnEveryPage(path))) return tests.map(({ path }) => path);

  const english = sources.filter(({ path }) => path.startsWith('words/en/'));
  const fileOf = new Map(
    english.flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}"(\w+)"/gm)].map(([, name = '']) => [name, path] as const),
    ),
  );
  const words = screens
    .flatMap(({ code }) => [...code.matchAll(/\bwords\.(\w+)/g)])
    .map(([, name = '']) => fileOf.get(name) ?? '')
    // Every page shows those of the frame.
    .filter((file) => file !== 'words/en/app.json');
  const filesOf = Map.groupBy(
    english.flatMap(({ path, text }) =>
      [...new Set(sentencesIn(text))].map((sentence) => ({ sentence, path })),
    ),
    ({ sentence }) => sentence,
  );
  const own = [...filesOf].flatMap(([sentence, [first, ...others]]) =>
    first && others.length === 0 && words.includes(first.path) ? sentence : [],
  );
  return tests.flatMap(({ path, text }) => (own.some((sentence) => quotes(text, sentence)) ? path : []));
};

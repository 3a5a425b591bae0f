// Translations may lack sentences. Those are shown in English, and `npm run check` lists them.

/** A translation of these sentences: the same keys and gaps, as far as it goes. */
export type Translation<Said> = Said extends string
  ? string
  : Said extends (...gaps: infer Gaps) => infer Text
    ? (...gaps: Gaps) => Text extends string ? string : Text
    : { readonly [Key in keyof Said]?: Translation<Said[Key]> };

const isGroup = (said: unknown): said is Readonly<Record<string, unknown>> =>
  typeof said === 'object' && said !== null && !Array.isArray(said);

/** The paths of the sentences that a translation lacks. */
export const missingSentences = (english: unknown, translated: unknown, path = ''): string[] => {
  if (translated === undefined) return [path];
  if (!isGroup(english) || !isGroup(translated)) return [];
  return Object.keys(english).flatMap((key) =>
    missingSentences(english[key], translated[key], path === '' ? key : `${path}.${key}`),
  );
};

const filled = (english: unknown, translated: unknown): unknown => {
  if (translated === undefined) return english;
  if (!isGroup(english) || !isGroup(translated)) return translated;
  return Object.fromEntries(Object.keys(english).map((key) => [key, filled(english[key], translated[key])]));
};

/** A translation with the English sentences in place of those that it lacks. */
export const withFallback = <Said>(english: Said, translated: Translation<Said>): Said =>
  // The keys and gaps are the same by the type of `translated`.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  filled(english, translated) as Said;

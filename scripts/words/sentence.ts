// Compiles one sentence, written as ICU MessageFormat, into an expression of TypeScript.
import { parse, type Select } from '@messageformat/parser';

type Tokens = ReturnType<typeof parse> | Select['cases'][number]['tokens'];

/** The type of the value in each gap. */
export type Gaps = Map<string, string>;

export interface Sentence {
  /** An expression that reads the values from `gaps`. */
  code: string;
  gaps: Gaps;
  /** The functions of the language that the expression calls. */
  calls: Set<string>;
}

const categories = new Map<string, Intl.LDMLPluralRule[]>();

/** The plural forms of a language. */
const categoriesOf = (locale: string): Intl.LDMLPluralRule[] => {
  const known = categories.get(locale) ?? new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  categories.set(locale, known);
  return known;
};

const quoted = (text: string): string => text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);

/** The types that say more about a gap than `{name}` alone, which takes texts and numbers. */
export const plain = 'string | number';

const typeOfSelect = (keys: readonly string[]): string => {
  const values = keys.filter((key) => key !== 'other');
  if (values.every((key) => key === 'true' || key === 'false')) return 'boolean';
  if (values.every((key) => key === 'null')) return 'string | null';
  return [...values.map((key) => `'${key}'`), ...(keys.length > values.length ? ['string'] : [])].join(' | ');
};

const literal = (key: string): string => (/^(?:true|false|null)$/.test(key) ? key : `'${key}'`);

/** Compiles a sentence, or throws an error that says what is wrong with it. */
export const compile = (text: string, locale: string): Sentence => {
  const gaps: Gaps = new Map();
  const calls = new Set<string>();
  const note = (name: string, type: string): string => {
    const known = gaps.get(name);
    if (known !== undefined && known !== plain && type !== plain && known !== type)
      throw new Error(`{${name}} is both ${known} and ${type}`);
    if (known === undefined || known === plain) gaps.set(name, type);
    return `gaps.${name}`;
  };
  const call = (name: string, gap: string): string => {
    calls.add(name);
    return `${name}(${gap})`;
  };

  const choice = ({ type, arg, cases, pluralOffset }: Select, counted: string | null): string => {
    if (type === 'selectordinal' || pluralOffset)
      throw new Error(`{${arg}}: ordinals and offsets are not supported`);
    const keys = cases.map(({ key }) => key);
    const gap = note(arg, type === 'plural' ? 'number' : typeOfSelect(keys));
    const inside = type === 'plural' ? arg : counted;
    const last = cases.find(({ key }) => key === 'other');
    if (!last) throw new Error(`{${arg}} has no branch for "other"`);
    const branches = cases
      .filter((branch) => branch !== last)
      // Exact numbers win over categories of numbers.
      .toSorted((a, b) => Number(b.key.startsWith('=')) - Number(a.key.startsWith('=')))
      .map(({ key, tokens }) => {
        const test =
          type === 'select'
            ? `${gap} === ${literal(key)}`
            : key.startsWith('=')
              ? `${gap} === ${key.slice(1)}`
              : `${call('form', gap)} === '${key}'`;
        return `${test} ? ${template(tokens, inside)} : `;
      });
    return `(${branches.join('')}${template(last.tokens, inside)})`;
  };

  /** @param counted the gap that `#` stands for */
  const template = (tokens: Tokens, counted: string | null = null): string => {
    const [only, ...others] = tokens;
    if (only && 'cases' in only && others.length === 0) return choice(only, counted);
    const parts = tokens.map((token) => {
      if (token.type === 'content') return quoted(token.value);
      if (token.type === 'argument') return `\${${note(token.arg, plain)}}`;
      if (token.type === 'octothorpe') return `\${${call('number', note(counted ?? '', 'number'))}}`;
      if (token.type !== 'function') return `\${${choice(token, counted)}}`;
      if (token.key === 'number') return `\${${call('number', note(token.arg, 'number'))}}`;
      if (token.key === 'list') return `\${${call('list', note(token.arg, 'readonly string[]'))}}`;
      throw new Error(`{${token.arg}, ${token.key}}: only number and list are known`);
    });
    return `\`${parts.join('')}\``;
  };

  const tokens = parse(text, { cardinal: categoriesOf(locale) });
  return { code: template(tokens), gaps, calls };
};

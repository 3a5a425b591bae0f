import { Language } from '../../../../contract/shapes.ts';
import { type Words, wordsIn } from '../../../words/words.ts';
import type { Answer } from '../answer.ts';

/** The words in which people answer in one language (`mailbox.answers` in words/). */
type Vocabulary = Record<Exclude<keyof Words['mailbox']['answers'], 'start'>, ReadonlySet<string>>;

const vocabularyOf = (language: Language): Vocabulary => {
  const { answers } = wordsIn(language).mailbox;
  return {
    yes: new Set(answers.yes),
    wholeYes: new Set(answers.wholeYes),
    beforeYes: new Set(answers.beforeYes),
    doubts: new Set(answers.doubts),
    but: new Set(answers.but),
    no: new Set(answers.no),
    wholeRefusal: new Set(answers.wholeRefusal),
    besideRefusal: new Set(answers.besideRefusal),
    problems: new Set(answers.problems),
    greetings: new Set(answers.greetings),
    stop: new Set(answers.stop),
  };
};
const vocabularies: readonly (readonly [Language, Vocabulary])[] = Language.options.map((language) => [
  language,
  vocabularyOf(language),
]);

const maxGreetingWords = 5;
/** A yes is short: 'Ja, sehr gerne!' */
const maxYesWords = 8;

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];

interface Sentence {
  clauses: string[][];
  isQuestion: boolean;
}

const sentencesIn = (text: string): Sentence[] =>
  (text.match(/[^.!?\n]+[.!?]*/g) ?? [])
    .map((sentence) => ({
      clauses: sentence
        .split(/[,;:–—]|\s-\s/)
        .map(splitWords)
        .filter((words) => words.length > 0),
      isQuestion: /\?\s*$/.test(sentence),
    }))
    .filter(({ clauses }) => clauses.length > 0);

/** Without the greeting that a sentence begins with, or is. */
const withoutGreeting = ([first = [], ...others]: string[][], { greetings, yes }: Vocabulary): string[][] =>
  greetings.has(first[0] ?? '') &&
  first.length <= maxGreetingWords &&
  !first.slice(1).some((word) => yes.has(word))
    ? others
    : [first, ...others];

const isYes = (words: readonly string[], { yes, wholeYes, beforeYes }: Vocabulary): boolean => {
  if (wholeYes.has(words.join(' '))) return true;
  const first = words.findIndex((word) => yes.has(word));
  return (
    first >= 0 && words.length <= maxYesWords && words.slice(0, first).every((word) => beforeYes.has(word))
  );
};

/** Whether a clause has a word that makes a yes unclear. */
const isDoubtful = (words: readonly string[], { wholeYes, doubts, no, stop }: Vocabulary): boolean =>
  !wholeYes.has(words.join(' ')) && words.some((word) => doubts.has(word) || no.has(word) || stop.has(word));

/** Whether a clause behind a yes takes it back: 'Ja, lieber nicht', 'Ok, stop writing to me'. */
const takesBack = (words: readonly string[], { stop, no, problems, but, doubts }: Vocabulary): boolean => {
  const [first = '', second = ''] = words;
  return (
    stop.has(first) ||
    (no.has(first) && !problems.has(second)) ||
    (but.has(first) && [second, words.at(-1) ?? ''].some((word) => doubts.has(word) || no.has(word)))
  );
};

const isRefusal = (
  words: readonly string[],
  { stop, no, wholeRefusal, besideRefusal }: Vocabulary,
): boolean =>
  wholeRefusal.has(words.join(' ')) ||
  (words.some((word) => stop.has(word) || no.has(word)) &&
    words.every((word) => stop.has(word) || no.has(word) || besideRefusal.has(word)));

/** The answer in one language: `taken back` if a yes is none, `doubtful` if another word is in doubt; null if nothing is known. */
const readAnswer = (
  sentences: readonly Sentence[],
  words: Vocabulary,
): Answer | 'taken back' | 'doubtful' | null => {
  for (const { clauses, isQuestion } of sentences) {
    const [first = [], ...others] = withoutGreeting(clauses, words);
    if (first.length === 0) continue;
    if (isQuestion) return 'taken back';
    if (isRefusal([first, ...others].flat(), words)) return 'stop';
    if (!isYes(first, words)) return first.some((word) => words.doubts.has(word)) ? 'doubtful' : null;
    return isDoubtful(first, words) || others.some((clause) => takesBack(clause, words))
      ? 'taken back'
      : 'yes';
  }
  return null;
};

/**
 * The answer to a question, as the first sentence of a mail gives it; null if that is no clear one. A greeting before it
 * does not count, nor does what follows.
 * @param language of the question: its words decide before those of other languages, in which people may answer, too
 */
export const answerIn = (text: string, language: Language): Answer | null => {
  const sentences = sentencesIn(text);
  const read = new Map(vocabularies.map(([name, words]) => [name, readAnswer(sentences, words)]));
  const own = read.get(language) ?? null;
  const said = own ? [own] : [...new Set(read.values())].filter((answer) => answer && answer !== 'doubtful');
  const [answer] = said;
  return said.length === 1 && (answer === 'yes' || answer === 'stop') ? answer : null;
};

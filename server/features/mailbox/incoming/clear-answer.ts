import type { Answer } from '../answer.ts';
import { stopWords } from './stop-words.ts';

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const yesWords = listOf(
  'yes yeah yep yup ok okay sure gladly absolutely definitely ja jep jo jawohl gern gerne klar natürlich unbedingt oui volontiers si sì sí certo volentieri claro sim graag',
);
const noWords = listOf('no nope nein nee nö non não');
/** A clause with one of these is no clear yes. */
const doubts = listOf(
  "not don't don’t can't can’t cannot never nicht kein keine keinen nie ne pas plus who wer why warum if wenn",
);
/** These may stand before a yes. */
const beforeYes = listOf(
  "oh ah well of course na aber very sehr so i i’d i'd would love to mit freude avec plaisir con gusto heel",
);
/** A refusal has no other words: 'Please stop these letters', 'No, thank you'. */
const besideRefusal = listOf(
  'please bitte thank thanks you danke vielen dank merci gracias grazie now sofort it this that these those the letters mails emails e mail writing to me mir briefe diese keine mehr und and sorry leider ok okay',
);
/** 'No problem' is no refusal. */
const problems = listOf('problem problems problemo worries doubt frage');
/** Words with which a greeting begins, and the most words of one. */
const greetings = listOf(
  'dear hi hello hey hallo moin servus liebe lieber liebes guten good grüß cher chère chers bonjour bonsoir salut querida querido hola buenos cara caro ciao beste dag hoi',
);
const maxGreetingWords = 5;
/** A yes is short: 'Ja, sehr gerne!' */
const maxYesWords = 8;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];

/** The sentences of a text, each as clauses of words, without greetings. */
const sentencesIn = (text: string): { clauses: string[][]; isQuestion: boolean }[] => {
  const sentences = (text.match(/[^.!?\n]+[.!?]*/g) ?? []).map((sentence) => ({
    clauses: sentence
      .split(/[,;:–—]|\s-\s/)
      .map(wordsIn)
      .filter((words) => words.length > 0),
    isQuestion: /\?\s*$/.test(sentence),
  }));
  const isGreeting = ([first = '', ...others]: readonly string[]) =>
    greetings.has(first) && others.length < maxGreetingWords && !others.some((word) => yesWords.has(word));
  return sentences
    .map(({ clauses, ...rest }) => ({
      ...rest,
      clauses: isGreeting(clauses[0] ?? []) ? clauses.slice(1) : clauses,
    }))
    .filter(({ clauses }) => clauses.length > 0);
};

const isYes = (words: readonly string[]): boolean => {
  const first = words.findIndex((word) => yesWords.has(word));
  return (
    first >= 0 &&
    words.length <= maxYesWords &&
    words.slice(0, first).every((word) => beforeYes.has(word)) &&
    !words.some((word) => doubts.has(word) || noWords.has(word) || stopWords.has(word))
  );
};

/** Whether a clause behind a yes takes it back: 'Ja, lieber nicht', 'Ok, stop writing to me'. */
const takesBack = ([first = '', second = '']: readonly string[]): boolean =>
  stopWords.has(first) ||
  (noWords.has(first) && !problems.has(second)) ||
  ((first === 'lieber' || first === 'aber' || first === 'but') &&
    (doubts.has(second) || noWords.has(second)));

const isRefusal = (words: readonly string[]): boolean =>
  words.some((word) => stopWords.has(word) || noWords.has(word)) &&
  words.every((word) => stopWords.has(word) || noWords.has(word) || besideRefusal.has(word));

/**
 * The answer to a question, as the first sentence of a mail gives it; null if that is no clear one. A greeting before it
 * does not count, nor does what follows.
 */
export const answerIn = (text: string): Answer | null => {
  const [sentence] = sentencesIn(text);
  if (!sentence || sentence.isQuestion) return null;
  const [first = [], ...others] = sentence.clauses;
  if (isRefusal(sentence.clauses.flat())) return 'stop';
  return isYes(first) && !others.some(takesBack) ? 'yes' : null;
};

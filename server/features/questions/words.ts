import type { Question } from '../../../contract/shapes.ts';
import { personName, type Reader, wordsFor } from '../../words/reader.ts';

/** 'Tim asked: Who taught you to swim?' in the reader's language; '' without a question. */
export const questionLine = (reader: Reader, question: Question | null): string => {
  if (!question) return '';
  const words = wordsFor(reader);
  const name = personName(words, question.askedBy);
  return words.letters.question.asked({ name, words: question.words });
};

/** A text below the question that it answers. */
export const underQuestion = (reader: Reader, question: Question | null, text: string): string =>
  [questionLine(reader, question), text].filter((part) => part !== '').join('\n\n');

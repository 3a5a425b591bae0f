import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, paging, text } from './fields.ts';
import { limits } from './limits.ts';
import { CircleMark, page, Person, time } from './shapes.ts';

/** One line: below a line break, words of a question would look like the answer. */
const oneLine = z.pipe(
  z.pipe(
    z.string(messages.questionEmpty),
    z.transform((value: string) => value.replaceAll(/\s+/gu, ' ')),
  ),
  text(limits.question, messages.questionTooLong, messages.questionEmpty),
);

/** A question as its asker sees it: the same whatever became of it. */
export const AskedQuestion = z.object({
  id: z.string(),
  words: z.string(),
  userId: z.string(),
  askedAt: time,
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** A question that reached the caller and waits. */
export const WaitingQuestion = z.object({
  id: z.string(),
  words: z.string(),
  askedBy: Person,
  circle: CircleMark,
});
export type WaitingQuestion = z.infer<typeof WaitingQuestion>;

export const ask = endpoint.post('/api/circles/:id/questions', {
  credential: 'verified',
  // A question that is stored counts towards `questions`, too.
  rate: 'settingChanges',
  repeatable: true,
  summary: 'Asks another member of a shared circle a question; 409 while one of the caller is open there',
  input: z.strictObject({
    id,
    userId: id,
    words: oneLine,
  }),
  output: AskedQuestion,
  status: 201,
});

export const asked = endpoint.get('/api/circles/:id/questions', {
  credential: 'member',
  summary: 'The questions that the caller asked in a circle, newest first',
  input: z.strictObject({ id, ...paging }),
  output: page(AskedQuestion),
});

export const waiting = endpoint.get('/api/questions', {
  credential: 'member',
  summary: 'The questions that reached the caller and wait, newest first',
  input: z.strictObject({}),
  output: z.object({ items: z.array(WaitingQuestion).check(z.maxLength(limits.questionsListed)) }),
});

export const remove = endpoint.delete('/api/questions/:id', {
  credential: 'member',
  rate: 'edits',
  summary:
    'Ends a question to the caller, and has another one come now, none, or never one again (`stop`); its asker withdraws it',
  input: z.strictObject({ id, next: z.optional(z.enum(['another', 'none', 'stop'], messages.invalid)) }),
  output: null,
});

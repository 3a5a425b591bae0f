import * as calls from '../../../contract/questions.ts';
import type { Feature, Routes } from '../../feature.ts';
import { askQuestion } from './ask.ts';
import { endQuestionsOf, forgetQuestionsOf, removeQuestion } from './end.ts';
import { listAsked, listWaiting, ownQuestions } from './list.ts';
import { fadeQuestions } from './reach.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.ask, ({ viewer, input, repeatKey }) => askQuestion(context, viewer, input, repeatKey));
  on(calls.asked, ({ viewer, input }) => listAsked(context, viewer, input));
  on(calls.waiting, ({ viewer }) => listWaiting(context.db.read, viewer));
  on(calls.remove, async ({ viewer, input }) => {
    await context.db.write((tx) => removeQuestion(tx, viewer, input));
    return null;
  });
};

export const feature: Feature = {
  routes,
  jobs: ({ db, jobs }) => {
    jobs.handle('fade-questions', () => fadeQuestions(db), { every: 60 * 60_000 });
  },
  exports: (context, viewer) => ({ questions: () => ownQuestions(context.db.read, viewer) }),
  member: { onStartEmpty: forgetQuestionsOf, onBan: endQuestionsOf },
};

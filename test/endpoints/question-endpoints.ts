import * as questions from '../../contract/questions.ts';
import { type Door, freshCircle, inCircle, membersOnly, nobody } from './endpoints.ts';

/** The endpoints of questions to other members. */
export const questionDoors: Readonly<Record<string, Door>> = {
  'questions.ask': {
    input: (world, who) => ({
      id: world.circle.id,
      userId: who === world.member ? world.author.id : world.member.id,
      words: 'Who taught you to swim?',
    }),
    statuses: inCircle(201),
    absent: ({ member }) => ({ id: nobody(), userId: member.id, words: 'Who taught you to swim?' }),
  },
  'questions.asked': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'questions.waiting': { statuses: membersOnly(200) },
  'questions.remove': {
    input: async (world) => {
      const { id } = await freshCircle(world);
      const words = 'Which song do you know by heart?';
      return { id: (await world.author.ask(questions.ask, { id, userId: world.member.id, words })).id };
    },
    // Nobody sees a question that has not reached its member.
    statuses: [401, 404, 404, 404, 204],
    absent: () => ({ id: nobody() }),
  },
};

import * as timeline from '../../contract/timeline.ts';
import type { Person } from '../harness/person.ts';
import { type Door, inCircle, membersOnly, nobody } from './endpoints.ts';

const photoOf = async (person: Person, circleId: string): Promise<string> => {
  const { items } = await person.ask(timeline.photos, { circleId });
  return items[0]?.id ?? nobody();
};

/** The endpoints of photos by day, by name. */
export const timelineDoors: Readonly<Record<string, Door>> = {
  'timeline.photos': {
    input: ({ circle }) => ({ circleId: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ circleId: nobody() }),
  },
  'timeline.years': {
    input: ({ circle }) => ({ circleId: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ circleId: nobody() }),
  },
  'timeline.thisDay': { statuses: membersOnly(200) },
  'timeline.putAway': {
    input: async ({ author, circle }) => ({ scope: 'photo', id: await photoOf(author, circle.id) }),
    statuses: inCircle(204),
    absent: () => ({ scope: 'photo', id: nobody() }),
  },
  'timeline.bringBack': {
    input: ({ post }) => ({ scope: 'post', id: post.id }),
    statuses: inCircle(204),
    absent: () => ({ scope: 'member', id: nobody() }),
  },
  'timeline.listPutAway': { statuses: membersOnly(200) },
};

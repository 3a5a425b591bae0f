import { type Door, inCircle, nobody } from './endpoints.ts';
import { timelineDoors } from './timeline-endpoints.ts';

/** The endpoints of albums, days of photos and search, by name. */
export const yearsDoors: Readonly<Record<string, Door>> = {
  ...timelineDoors,
  'search.posts': {
    input: ({ circle }) => ({ q: 'door', circleId: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ q: 'door', circleId: nobody() }),
  },
};

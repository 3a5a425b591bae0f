import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { listPutAway } from './not-again.ts';

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({
    'put-away': async () => (await listPutAway(db, viewer)).map(({ scope, id, day }) => ({ scope, id, day })),
  }),
};

import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { ownComments } from './export.ts';

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ comments: () => ownComments(db.read, viewer) }),
};

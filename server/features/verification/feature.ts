import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { ownRequests } from './list-own.ts';

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ verification: () => ownRequests(db.read, viewer) }),
};

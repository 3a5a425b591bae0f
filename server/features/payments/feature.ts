import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handlePayments } from './follow-up.ts';
import { ownPayments } from './export.ts';

export const feature: Feature = {
  routes,
  jobs: handlePayments,
  exports: ({ db }, viewer) => ({ payments: () => ownPayments(db.read, viewer) }),
};

import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { ownTakeBacks } from './export.ts';

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ 'taken-back': () => ownTakeBacks(db.read, viewer) }),
};

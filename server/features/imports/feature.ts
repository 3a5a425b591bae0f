import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { ownImports } from './export.ts';

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ imports: () => ownImports(db.read, viewer) }),
};

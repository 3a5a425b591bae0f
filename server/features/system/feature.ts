import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleNightly } from './backup/nightly.ts';

export const feature: Feature = {
  routes,
  jobs: handleNightly,
};

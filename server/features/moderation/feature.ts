import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleBans } from './ban.ts';

export const feature: Feature = {
  routes,
  jobs: handleBans,
};

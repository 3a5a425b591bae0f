import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleEvidence } from './evidence.ts';

export const feature: Feature = {
  routes,
  jobs: handleEvidence,
};

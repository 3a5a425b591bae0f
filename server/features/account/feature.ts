import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleExports } from './export/make.ts';
import { handleErasures } from './remove.ts';
import { describeFactors } from './factors.ts';
import { listSessions } from './sessions.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleExports(context);
    handleErasures(context);
  },
  exports: (context, viewer) => ({
    sessions: () => listSessions(context.db, viewer),
    'second-factors': () => describeFactors(context, viewer),
  }),
};

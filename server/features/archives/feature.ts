import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { makeArchive } from './make.ts';
import { sweepArchives } from './sweep.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('circle-archive', async (payload, finish) => {
      if (typeof payload === 'string') await makeArchive(context, payload, finish);
    });
    context.jobs.handle('sweep-archives', () => sweepArchives(context), { every: 60_000 });
  },
};

import * as calls from '../../../contract/timeline.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listPhotos } from './list.ts';
import { bringBack, listPutAway, putAway } from './not-again.ts';
import { findThisDay } from './this-day.ts';
import { listYears } from './years.ts';

const routes: Routes = ({ on }, context) => {
  const { db } = context;
  on(calls.photos, ({ viewer, input }) => listPhotos(context, viewer, input));
  on(calls.years, async ({ viewer, input }) => ({ years: await listYears(context, viewer, input.circleId) }));
  on(calls.thisDay, ({ viewer }) => findThisDay(context, viewer));
  on(calls.putAway, async ({ viewer, input }) => {
    await putAway(db, viewer, input);
    return null;
  });
  on(calls.bringBack, async ({ viewer, input }) => {
    await bringBack(db, viewer, input);
    return null;
  });
  on(calls.listPutAway, async ({ viewer }) => ({ items: await listPutAway(db, viewer) }));
};

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({
    'put-away': async () => (await listPutAway(db, viewer)).map(({ scope, id, day }) => ({ scope, id, day })),
  }),
};

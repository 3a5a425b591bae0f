import * as kept from '../../../contract/audience/let-go.ts';
import type { Routes } from '../../feature.ts';
import { audienceRoutes } from './audience-routes.ts';
import { findToLetGo } from './kept.ts';
import { takeBackRoutes } from './take-back-routes.ts';

export const routes: Routes = (router, context) => {
  audienceRoutes(router, context);
  takeBackRoutes(router, context);
  router.on(kept.letGo, ({ viewer, input }) => findToLetGo(context.db, viewer, input));
};

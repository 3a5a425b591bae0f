import * as calls from '../../../contract/account.ts';
import type { Routes } from '../../routes.ts';
import { findStats } from './stats.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.stats, ({ viewer }) => findStats(db, viewer));
};

import * as calls from '../../../contract/usage.ts';
import type { Routes } from '../../routes.ts';
import { findUsage } from './storage.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.metrics, ({ viewer }) => findUsage(house, viewer));
};

import * as calls from '../../../contract/usage.ts';
import type { Feature, Routes } from '../../feature.ts';
import { findUsage } from './storage.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.metrics, ({ viewer }) => findUsage(context, viewer));
};

export const feature: Feature = {
  routes,
};

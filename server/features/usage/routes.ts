import * as calls from '../../../contract/usage.ts';
import type { Routes } from '../../feature.ts';
import { findUsage } from './storage.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.metrics, ({ viewer }) => findUsage(context, viewer));
};

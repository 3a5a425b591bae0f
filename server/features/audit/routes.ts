import * as calls from '../../../contract/audit.ts';
import type { Routes } from '../../routes.ts';
import { listActs } from './list.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.list, ({ viewer, input }) => listActs(house, viewer, input));
};

import * as calls from '../../../contract/mentions.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listInCircles, listUnderPost } from './list.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.underPost, ({ viewer, input }) => listUnderPost(context, viewer, input));
  on(calls.inCircles, ({ viewer, input }) => listInCircles(context, viewer, input));
};

export const feature: Feature = {
  routes,
};

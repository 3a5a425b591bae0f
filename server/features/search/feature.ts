import * as calls from '../../../contract/search.ts';
import type { Feature, Routes } from '../../feature.ts';
import { searchEverything } from './search-everything.ts';
import { searchPosts } from './search-posts.ts';
import { indexing, indexPosts, queueIndexing } from './index-posts.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.everything, ({ viewer, input }) => searchEverything(context, viewer, input));
  on(calls.posts, ({ viewer, input }) => searchPosts(context, viewer, input));
};

export const feature: Feature = {
  routes,
  jobs: ({ db, jobs, shutdownSignal }) => {
    jobs.handle('index-run', () => queueIndexing({ db, jobs }), { every: 5 * 60_000 });
    jobs.handle(indexing, () => indexPosts(db, Infinity, shutdownSignal));
  },
};

import * as calls from '../../../contract/search.ts';
import type { Routes } from '../../feature.ts';
import { searchPosts } from './search-posts.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.posts, ({ viewer, input }) => searchPosts(context, viewer, input));
};

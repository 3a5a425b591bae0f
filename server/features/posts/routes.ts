import * as calls from '../../../contract/posts.ts';
import type { Routes } from '../../routes.ts';
import { findDailyCircles } from './daily.ts';
import { editPost } from './edit.ts';
import { findFeed } from './feed.ts';
import { findPriorityFeed } from './priority.ts';
import { countAudience, listAudience, listPostsOfMember, loadPost } from './read.ts';
import { createPost, deletePost } from './write.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.create, async ({ viewer, input, files, repeatKey }) => {
    const isDaily = files.some(({ field }) => field === 'image');
    const circleIds = input.circleIds ?? (isDaily ? await findDailyCircles(house.db.read, viewer.id) : []);
    const post = {
      content: input.content ?? '',
      circleIds,
      alts: input.alts ?? [],
      photoIds: input.photoIds ?? [],
      photos: files.map(({ file }) => file),
      isDaily,
    };
    return createPost(house, viewer, post, repeatKey);
  });
  on(calls.edit, ({ viewer, input }) => editPost(house.db, viewer, input));
  on(calls.groupedByPriority, ({ viewer }) => findPriorityFeed(house.db, viewer));
  on(
    calls.feed,
    ({ viewer, input }) => findFeed(house, viewer, input),
    () => house.db.version(),
  );
  on(calls.get, ({ viewer, input }) => loadPost(house.db.read, viewer, input.id));
  on(calls.ofMember, ({ viewer, input }) => listPostsOfMember(house, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await deletePost(house, viewer, input.id);
    return null;
  });
  on(calls.countAudience, ({ viewer, input }) => countAudience(house.db, viewer, input.circleIds));
  on(calls.audience, ({ viewer, input }) => listAudience(house, viewer, input));
};

import * as calls from '../../../contract/posts.ts';
import { KeptParts } from '../../access/kept-parts.ts';
import type { Routes } from '../../feature.ts';
import { findDailyCircles } from './daily.ts';
import { editPost } from './edit.ts';
import { findFeed } from './feed.ts';
import { findPriorityFeed } from './priority.ts';
import { countAudience, listAudience, listPostsOfMember, loadPost } from './read.ts';
import { createPost, deletePost } from './write.ts';

export const routes: Routes = ({ on }, context) => {
  const parts = new KeptParts();
  on(calls.create, async ({ viewer, input, files, repeatKey }) => {
    const isDaily = files.some(({ field }) => field === 'image');
    const circleIds = input.circleIds ?? (isDaily ? await findDailyCircles(context.db.read, viewer.id) : []);
    const post = {
      content: input.content ?? '',
      circleIds,
      mentions: input.mentions ?? [],
      alts: input.alts ?? [],
      photoIds: input.photoIds ?? [],
      photos: files.map(({ file }) => file),
      isDaily,
    };
    return createPost(context, viewer, post, repeatKey);
  });
  on(calls.edit, ({ viewer, input }) => editPost(context.db, viewer, input));
  on(calls.groupedByPriority, ({ viewer }) => findPriorityFeed(context.db, viewer));
  on(
    calls.feed,
    ({ viewer, input }) => findFeed(context, parts, viewer, input),
    () => context.db.version(),
  );
  on(calls.get, ({ viewer, input }) => loadPost(context.db, viewer, input.id));
  on(calls.ofMember, ({ viewer, input }) => listPostsOfMember(context, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await deletePost(context, viewer, input.id);
    return null;
  });
  on(calls.countAudience, ({ viewer, input }) => countAudience(context.db, viewer, input.circleIds));
  on(calls.audience, ({ viewer, input }) => listAudience(context, viewer, input));
};

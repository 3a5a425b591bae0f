import * as calls from '../../../contract/posts.ts';
import { CachedParts } from '../../access/show/cached-parts.ts';
import type { Feature, Routes } from '../../feature.ts';
import { withdrawQuestionsOf } from './account-deletion.ts';
import { findDailyCircles } from './daily.ts';
import { editPost } from './edit.ts';
import { findFeed } from './feed.ts';
import { undoLeaveOut } from './leave-out.ts';
import { findPriorityFeed } from './priority.ts';
import { listPostsOfMember, loadOpenPost, loadPhoto } from './read.ts';
import { replacePhoto } from './replace-photo.ts';
import { createPost, deletePost } from './write.ts';

const routes: Routes = ({ on }, context) => {
  const parts = new CachedParts();
  on(calls.create, async ({ viewer, input, files, repeatKey }) => {
    const isDaily = files.some(({ field }) => field === 'image');
    const circleIds = input.circleIds ?? (isDaily ? await findDailyCircles(context.db.read, viewer.id) : []);
    const post = {
      content: input.content ?? '',
      circleIds,
      mentions: input.mentions ?? [],
      alts: input.alts ?? [],
      photoIds: input.photoIds ?? [],
      voiceId: input.voiceId,
      photos: files.map(({ file }) => file),
      isDaily,
      questionId: input.questionId,
      withoutLetters: input.withoutLetters ?? false,
      hiddenFrom: input.hiddenFrom ?? [],
      keepsDays: input.keepsDays ?? true,
      takenOn: isDaily ? input.takenOn : undefined,
    };
    return createPost(context, viewer, post, repeatKey);
  });
  on(calls.edit, ({ viewer, input }) => editPost(context.db, viewer, input));
  on(calls.undoHiddenFrom, ({ viewer, input, repeatKey }) =>
    undoLeaveOut(context.db, viewer, input, repeatKey),
  );
  on(calls.groupedByPriority, ({ viewer }) => findPriorityFeed(context.db, viewer));
  on(
    calls.feed,
    ({ viewer, input }) => findFeed(context, parts, viewer, input),
    () => context.db.version(),
  );
  on(calls.get, ({ viewer, input }) => loadOpenPost(context.db, viewer, input.id));
  on(calls.photo, ({ viewer, input }) => loadPhoto(context.db, viewer, input));
  on(calls.replacePhoto, ({ viewer, input, repeatKey }) => replacePhoto(context, viewer, input, repeatKey));
  on(calls.ofMember, ({ viewer, input }) => listPostsOfMember(context, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await deletePost(context, viewer, input.id);
    return null;
  });
};

export const feature: Feature = {
  routes,
  member: { onLeave: (tx, { id }) => withdrawQuestionsOf(tx, id), onStartEmpty: withdrawQuestionsOf },
};

import { limits } from '../../../contract/limits.ts';
import * as calls from '../../../contract/members.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listMembers } from './directory.ts';
import { editProfile, removeImage } from './edit-profile.ts';
import { findHasAdded, findProfile } from './profile.ts';
import { findMembers } from './search.ts';
import { nameMembers } from './usernames.ts';
import { forgetVouchesOf } from './vouch.ts';

const routes: Routes = ({ on }, context) => {
  const { db } = context;
  on(calls.profile, ({ viewer, input }) => findProfile(db, viewer, input.usernameOrId));
  on(calls.search, async ({ viewer, input }) => {
    const { items } = await findMembers(context, viewer, input.q, {
      most: limits.searchResults,
      counts: true,
    });
    return items;
  });
  on(calls.directory, ({ viewer, input }) => listMembers(db.read, viewer, input.page ?? 0));
  on(calls.hasAddedMe, ({ viewer, input }) => findHasAdded(db, viewer, input.id));
  on(calls.editProfile, ({ viewer, input, files }) =>
    editProfile(
      context,
      viewer,
      input,
      files.map(({ file }) => file),
    ),
  );
  on(calls.removeImage, async ({ viewer }) => {
    await removeImage(context, viewer);
    return null;
  });
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('name-members', () => nameMembers(context.db, context.shutdownSignal), {
      atStart: true,
    });
  },
  member: { onStartEmpty: forgetVouchesOf },
};

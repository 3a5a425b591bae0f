import * as calls from '../../../contract/members.ts';
import type { Routes } from '../../routes.ts';
import { listMembers } from './directory.ts';
import { editProfile, removeImage } from './edit-profile.ts';
import { findHasAdded, findProfile } from './profile.ts';
import { searchMembers } from './search.ts';

export const routes: Routes = ({ on }, house) => {
  const { db } = house;
  on(calls.profile, ({ viewer, input }) => findProfile(db, viewer, input.usernameOrId));
  on(calls.search, ({ viewer, input }) => searchMembers(house, viewer, input.q));
  on(calls.directory, ({ viewer, input }) => listMembers(db.read, viewer, input.page ?? 0));
  on(calls.hasAddedMe, ({ viewer, input }) => findHasAdded(db, viewer, input.id));
  on(calls.editProfile, ({ viewer, input, files }) =>
    editProfile(
      house,
      viewer,
      input,
      files.map(({ file }) => file),
    ),
  );
  on(calls.removeImage, async ({ viewer }) => {
    await removeImage(house, viewer);
    return null;
  });
};

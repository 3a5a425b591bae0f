import * as calls from '../../../contract/members.ts';
import type { Routes } from '../../routes.ts';
import { findProfile } from './profile.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.profile, ({ viewer, input }) => findProfile(db, viewer, input.usernameOrId));
};

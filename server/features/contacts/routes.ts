import * as calls from '../../../contract/contacts.ts';
import type { Routes } from '../../routes.ts';
import { listCirclesOf, listContacts } from './list.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.circlesOf, ({ viewer, input }) => listCirclesOf(db.read, viewer, input.id));
  on(calls.list, ({ viewer }) => listContacts(db.read, viewer));
};

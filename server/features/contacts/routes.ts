import * as calls from '../../../contract/contacts.ts';
import type { Routes } from '../../routes.ts';
import { listContacts } from './list.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.list, ({ viewer }) => listContacts(db.read, viewer));
};

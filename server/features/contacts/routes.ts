import * as calls from '../../../contract/contacts.ts';
import type { Routes } from '../../routes.ts';
import { listCirclesOf, listContacts } from './list.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.circlesOf, ({ viewer, input }) => listCirclesOf(house.db.read, viewer, input.id));
  on(calls.list, ({ viewer, input }) => listContacts(house, viewer, input));
};

import * as calls from '../../../contract/contacts.ts';
import type { Routes } from '../../feature.ts';
import { listCirclesOf, listContacts } from './list.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.circlesOf, ({ viewer, input }) => listCirclesOf(context.db.read, viewer, input.id));
  on(calls.list, ({ viewer, input }) => listContacts(context, viewer, input));
};

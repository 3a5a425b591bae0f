import * as calls from '../../../contract/contacts.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listCirclesOf, listContacts, allContacts } from './list.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.circlesOf, ({ viewer, input }) => listCirclesOf(context.db.read, viewer, input.id));
  on(calls.list, ({ viewer, input }) => listContacts(context, viewer, input));
};

export const feature: Feature = {
  routes,
  exports: (context, viewer) => ({ contacts: () => allContacts(context, viewer) }),
};

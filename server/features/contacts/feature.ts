import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { allContacts } from './list.ts';

export const feature: Feature = {
  routes,
  exports: (context, viewer) => ({ contacts: () => allContacts(context, viewer) }),
};

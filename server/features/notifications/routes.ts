import * as calls from '../../../contract/notifications.ts';
import type { Routes } from '../../routes.ts';
import { countUnread, listNotifications, markAllRead, markRead, removeNotification } from './list.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.unread, ({ viewer }) => countUnread(house.db, viewer));
  on(calls.list, ({ viewer, input }) => listNotifications(house, viewer, input));
  on(calls.markAllRead, async ({ viewer }) => {
    await markAllRead(house.db, viewer);
    return null;
  });
  on(calls.markRead, async ({ viewer, input }) => {
    await markRead(house.db, viewer, input.id);
    return null;
  });
  on(calls.remove, async ({ viewer, input }) => {
    await removeNotification(house.db, viewer, input.id);
    return null;
  });
};

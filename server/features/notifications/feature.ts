import * as calls from '../../../contract/notifications.ts';
import * as z from 'zod/mini';
import type { Feature, Routes } from '../../feature.ts';
import {
  findFollowing,
  followPost,
  unfollowPost,
  handleFollowerNotifications,
  ownUnfollowed,
} from './followers.ts';
import { findPreferences, setPreferences, stopMails } from './preferences.ts';
import { subscribe, unsubscribe } from './push/subscribe.ts';
import {
  countUnread,
  listNotifications,
  markAllRead,
  markRead,
  removeNotification,
  sweepPutAway,
  ownNotifications,
} from './list.ts';
import { handleLettersCarry } from './letters-carry.ts';
import { handleNotificationMails } from './mail.ts';
import { handleNewMoments } from './new-moments.ts';
import { handleNewPhotos } from './new-photos.ts';
import { handleAdminNotifications } from './notify-admins.ts';
import { handlePush } from './push/send.ts';
import { sweepWithdrawn } from './withdrawn.ts';
import type { Tx } from '../../platform/db/database.ts';

const StopParams = z.object({ kind: z.string(), token: z.string() });

const routes: Routes = ({ on, raw }, context) => {
  on(calls.preferences, ({ viewer }) => findPreferences(context.db.read, viewer.id));
  on(calls.setPreferences, ({ viewer, input }) => setPreferences(context.db, viewer, input));
  on(calls.unread, ({ viewer }) => countUnread(context.db, viewer));
  on(calls.list, ({ viewer, input }) => listNotifications(context, viewer, input));
  on(calls.markAllRead, async ({ viewer }) => {
    await markAllRead(context.db, viewer);
    return null;
  });
  on(calls.markRead, async ({ viewer, input }) => {
    await markRead(context.db, viewer, input.id);
    return null;
  });
  on(calls.remove, async ({ viewer, input }) => {
    await removeNotification(context.db, viewer, input.id);
    return null;
  });

  on(calls.findFollowing, ({ viewer, input }) => findFollowing(context.db, viewer, input.id));
  on(calls.follow, ({ viewer, input }) => followPost(context.db, viewer, input.id));
  on(calls.unfollow, ({ viewer, input }) => unfollowPost(context.db, viewer, input.id));

  on(calls.subscribePush, async ({ viewer, input }) => {
    await subscribe(context, viewer, input);
    return null;
  });
  on(calls.unsubscribePush, async ({ viewer, input }) => {
    await unsubscribe(context.db, viewer, input.endpoint);
    return null;
  });

  // Mail programs post to it without a session (RFC 8058). A person who opens the link gets the page with all
  // choices.
  const stop = '/api/notification-preferences/stop/:kind/:token';
  raw({ method: 'GET', path: stop, credential: 'anyone' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/my-account/reach#notifications', 302),
  );
  raw(
    { method: 'POST', path: stop, credential: 'anyone', rate: 'mailStops', takesForm: true },
    async (request, reply) => {
      const { kind, token } = StopParams.parse(request.params);
      await stopMails(context, kind, token);
      return reply.header('cache-control', 'no-store').status(204).send();
    },
  );
};

/** Deletes a member's notifications and their notification choices. */
const forgetNotificationsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await q.deleteFrom('notification_preferences').where('user_id', '=', userId).execute();
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleNotificationMails(context);
    handlePush(context);
    handleAdminNotifications(context);
    handleFollowerNotifications(context);
    handleLettersCarry(context);
    handleNewMoments(context);
    handleNewPhotos(context);
    context.jobs.handle('sweep-notifications', () => sweepPutAway(context.db), { every: 60 * 60_000 });
    context.jobs.handle('sweep-withdrawn-news', () => sweepWithdrawn(context.db), { every: 60 * 60_000 });
  },
  exports: (context, viewer) => ({
    notifications: () => ownNotifications(context, viewer),
    preferences: () => findPreferences(context.db.read, viewer.id),
    unfollowed: () => ownUnfollowed(context.db.read, viewer),
  }),
  member: { onStartEmpty: forgetNotificationsOf },
};

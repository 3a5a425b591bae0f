import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleFollowerNotifications } from './followers.ts';
import { handleLettersCarry } from './letters-carry.ts';
import { sweepPutAway } from './list.ts';
import { handleNotificationMails } from './mail.ts';
import { handleNewMoments } from './new-moments.ts';
import { handleNewPhotos } from './new-photos.ts';
import { handleAdminNotifications } from './notify-admins.ts';
import { handlePush } from './push/send.ts';
import { sweepWithdrawn } from './withdrawn.ts';
import { ownUnfollowed } from './followers.ts';
import { ownNotifications } from './list.ts';
import { findPreferences } from './preferences.ts';

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
};

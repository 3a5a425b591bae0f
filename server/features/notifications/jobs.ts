import type { RegisterJobs } from '../../feature.ts';
import { handleFollowerNotifications } from './followers.ts';
import { handleLettersCarry } from './letters-carry.ts';
import { sweepPutAway } from './list.ts';
import { handleNotificationMails } from './mail.ts';
import { handleNewMoments } from './new-moments.ts';
import { handleNewPhotos } from './new-photos.ts';
import { handleAdminNotifications } from './notify-admins.ts';
import { handlePush } from './push/send.ts';
import { sweepWithdrawn } from './withdrawn.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleNotificationMails(context);
  handlePush(context);
  handleAdminNotifications(context);
  handleFollowerNotifications(context);
  handleLettersCarry(context);
  handleNewMoments(context);
  handleNewPhotos(context);
  context.jobs.handle('sweep-notifications', () => sweepPutAway(context.db), { every: 60 * 60_000 });
  context.jobs.handle('sweep-withdrawn-news', () => sweepWithdrawn(context.db), { every: 60 * 60_000 });
};

import type { Tx } from '../../platform/db/database.ts';

/** Deletes a member's notifications and their notification choices. */
export const forgetNotificationsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await q.deleteFrom('notification_preferences').where('user_id', '=', userId).execute();
};

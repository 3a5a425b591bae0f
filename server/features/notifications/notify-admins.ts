import * as z from 'zod/mini';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { notify } from './notify.ts';

const Waiting = z.object({
  kind: z.enum([
    'report_waiting',
    'verification_waiting',
    'backup_failed',
    'account_locked',
    'name_waiting',
  ] satisfies NotificationKind[]),
  except: z.array(z.number()),
});
type Waiting = z.infer<typeof Waiting>;

/**
 * Notifies administrators that something is waiting. A job does it, so the request's cost does not grow with their
 * number.
 * @param waiting includes the keys of administrators who must not know (a report about themselves)
 */
export const notifyAdmins = (jobs: Jobs, tx: Tx, waiting: Waiting): Promise<void> =>
  jobs.enqueue(tx, { kind: 'tell-admins', payload: waiting });

/** Notifies each administrator once, however much is waiting, until they have looked. */
export const handleAdminNotifications = ({ db, jobs }: AppContext): void => {
  jobs.handle('tell-admins', async (payload) => {
    const { kind, except } = Waiting.parse(payload);
    const admins = await db.read
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', 1)
      .where('banned_at', 'is', null)
      .execute();
    for (const { id } of admins) {
      if (except.includes(id)) continue;
      await db.write((tx) => notify(tx, { kind, to: id, actor: null, group: kind }));
    }
  });
};

import * as z from 'zod/mini';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type AdminAct, isAdminAct } from './admin-act.ts';
import { type News, notify } from './notify.ts';

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

const Acted = z.object({
  kind: z.literal('admin_acted'),
  act: z.custom<AdminAct>((word) => typeof word === 'string' && isAdminAct(word)),
  actor: z.number(),
  except: z.array(z.number()),
});
type Acted = z.infer<typeof Acted>;

const Payload = z.discriminatedUnion('kind', [Waiting, Acted]);

/**
 * Notifies administrators that something is waiting. A job does it, so the request's cost does not grow with their
 * number.
 * @param waiting includes the keys of administrators who must not know (a report about themselves)
 */
export const notifyAdmins = (jobs: Jobs, tx: Tx, waiting: Waiting): Promise<void> =>
  jobs.enqueue(tx, { kind: 'tell-admins', payload: waiting });

/**
 * Notifies all other administrators of what one of them did, so that an intruder at one account cannot do it unseen.
 * @param about the key of a member who is notified otherwise
 */
export const notifyOfAdmin = (
  jobs: Jobs,
  tx: Tx,
  { act, actor, about }: { act: AdminAct; actor: number; about?: number },
): Promise<void> => {
  const except = about === undefined ? [actor] : [actor, about];
  return jobs.enqueue(tx, {
    kind: 'tell-admins',
    payload: { kind: 'admin_acted', act, actor, except } satisfies Acted,
  });
};

const newsFor = (to: number, told: Waiting | Acted): News =>
  told.kind === 'admin_acted'
    ? {
        kind: told.kind,
        to,
        actor: told.actor,
        detail: told.act,
        group: `${told.kind}:${told.act}:${told.actor}`,
      }
    : { kind: told.kind, to, actor: null, group: told.kind };

/** Notifies each administrator once, however much is waiting, until they have looked. */
export const handleAdminNotifications = ({ db, jobs }: AppContext): void => {
  jobs.handle('tell-admins', async (payload) => {
    const told = Payload.parse(payload);
    const admins = await db.read
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', 1)
      .where('banned_at', 'is', null)
      .execute();
    for (const { id } of admins) {
      if (told.except.includes(id)) continue;
      await db.write((tx) => notify(tx, newsFor(id, told)));
    }
  });
};

import { sql } from 'kysely';
import type { Input } from '../../../../contract/endpoint.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import type * as contract from '../../../../contract/notifications.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/problem.ts';
import { isAllowed } from './hosts.ts';

/**
 * Stores a browser's push subscription with its session; when the session ends, pushes stop. A browser has one
 * subscription, whichever member used it before, and a member keeps the newest ones.
 * @throws invalid for a push service that is not allowed
 */
export const subscribe = async (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  { endpoint }: Input<typeof contract.subscribePush>,
): Promise<void> => {
  if (!isAllowed(settings.push.hosts, endpoint)) throw invalid('endpoint', messages.pushHost);
  const mine = { user_id: viewer.id, session_id: viewer.sessionId };
  await db.write(async ({ q }) => {
    await q
      .insertInto('push_subscriptions')
      .values({ ...mine, endpoint, created_at: Date.now() })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(mine))
      .execute();
    await sql`
      delete from push_subscriptions where user_id = ${viewer.id} and id not in (
        select id from push_subscriptions where user_id = ${viewer.id} order by id desc limit ${limits.pushBrowsers})`.execute(
      q,
    );
  });
};

/** Deletes a subscription of the caller. */
export const unsubscribe = async (db: Database, viewer: Viewer, endpoint: string): Promise<void> => {
  await db.write(({ q }) =>
    q
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('user_id', '=', viewer.id)
      .execute(),
  );
};

import { sql } from 'kysely';
import * as z from 'zod/mini';
import { column } from '../../../access/sees.ts';
import type { House } from '../../../house.ts';
import { toldWhatever } from '../kinds.ts';
import { isVisible } from '../news.ts';
import { isAllowed } from './hosts.ts';

const hour = 60 * 60;
/** Seconds that a push service keeps it for a browser that is off, and after which a try that waits is given up. */
const worthwhile = 24 * hour;
/** Milliseconds that a push service has to answer. */
const patience = 10_000;

const News = z.object({ notification: z.number(), at: z.number() });
const One = z.object({ subscription: z.number(), at: z.number() });

interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

// Only to browsers whose session still holds, of somebody who may sign in; what was read or is out of sight is old.
const whoHears = (now: number) => sql`
  from push_subscriptions s join sessions on sessions.id = s.session_id and sessions.expires_at > ${now}
  join users u on u.id = s.user_id and u.banned_at is null
    and (u.suspended_until is null or u.suspended_until <= ${now})`;

/** Seals an empty message with this installation's keys and hands it to a browser's push service. */
const deliver = async (
  { settings, closing, pushKeys }: House,
  { endpoint, p256dh, auth }: Subscription,
): Promise<number> => {
  // Loaded by the first message: most servers of a family send a mail before.
  const { default: webPush } = await import('web-push');
  const { method, headers } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, null, {
    vapidDetails: { subject: settings.push.subject, ...pushKeys },
    TTL: worthwhile,
    urgency: 'normal',
  });
  const response = await fetch(endpoint, {
    method,
    headers: Object.entries(headers),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(patience), closing]),
  });
  await response.body?.cancel();
  return response.status;
};

/**
 * Tells a member's browsers that there is news, and nothing of what it is: the browser asks for that itself, with its
 * session. A browser that is gone is forgotten; a push service in trouble is tried again for a day.
 */
export const handlePush = (house: House): void => {
  const { db, jobs, settings, log } = house;
  jobs.handle('push', async (payload) => {
    const { notification, at } = News.parse(payload);
    const { rows } = await sql<{ id: number }>`
      select s.id ${whoHears(Date.now())} join notifications n on n.user_id = u.id and n.id = ${notification}
        and (n.is_read = 0 or n.in_bell = 0 or n.kind = ${toldWhatever}) and ${isVisible(column('n.user_id'))}`.execute(
      db.read,
    );
    if (rows.length === 0) return;
    await db.write(async (tx) => {
      for (const { id } of rows) {
        // News that comes while one message waits is told by it too.
        const once = { subscription: id, at };
        await jobs.enqueue(tx, { kind: 'push-one', payload: once, uniqueKey: `push:${id}` });
      }
    });
  });
  jobs.handle('push-one', async (payload) => {
    const { subscription, at } = One.parse(payload);
    if (at < Date.now() - worthwhile * 1_000) return;
    const { rows } = await sql<Subscription>`
      select s.id, s.endpoint, s.p256dh, s.auth ${whoHears(Date.now())} where s.id = ${subscription}`.execute(
      db.read,
    );
    const [found] = rows;
    if (!found || !isAllowed(settings.push.hosts, found.endpoint)) return;
    const status = await deliver(house, found);
    if (status === 404 || status === 410) {
      await db.write(({ q }) => q.deleteFrom('push_subscriptions').where('id', '=', found.id).execute());
    } else if (status === 429 || status >= 500) {
      throw new Error(`The push service answered ${status}`);
    } else if (status >= 300) {
      // Trying again would change nothing: this is for the operator to read.
      log.warn({ status, host: new URL(found.endpoint).hostname }, 'A push service refused a message');
    }
  });
};

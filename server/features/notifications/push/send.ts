import { SignJWT } from 'jose/jwt/sign';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { col } from '../../../access/rules/sees.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { clearUniqueKey } from '../../../platform/jobs/insert.ts';
import { alwaysDelivered } from '../kinds.ts';
import { isVisible } from '../select.ts';
import { isAllowed } from './hosts.ts';
import { post } from './post.ts';

const hour = 60 * 60;
/**
 * Seconds for which a push service keeps the message for an offline browser, and after which waiting retries are
 * dropped.
 */
const timeToLive = 24 * hour;

const News = z.object({ notification: z.number(), at: z.number() });
const One = z.object({ subscription: z.number(), at: z.number() });

// Only to browsers with a valid session, of a member who may sign in, and only for a notification that is unread and
// visible.
const pushRecipients = (now: number) => sql`
  from push_subscriptions s join sessions on sessions.id = s.session_id and sessions.expires_at > ${now}
  join users u on u.id = s.user_id and u.banned_at is null
    and (u.suspended_until is null or u.suspended_until <= ${now})`;

const keyOf = (subscription: number): string => `push:${subscription}`;

/** Posts an empty message to a browser's push service, signed by this installation's keys (RFC 8292). */
const deliver = async (
  { settings, shutdownSignal, pushKeys }: Pick<AppContext, 'settings' | 'pushKeys' | 'shutdownSignal'>,
  endpoint: string,
): Promise<number> => {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime('12h')
    .setSubject(settings.push.subject)
    .sign(pushKeys.privateKey);
  const headers = {
    Authorization: `vapid t=${token}, k=${pushKeys.publicKey}`,
    TTL: `${timeToLive}`,
    Urgency: 'normal',
    'Content-Length': '0',
  };
  return post(endpoint, headers, shutdownSignal);
};

const drop = (db: Database, id: number) =>
  db.write(({ q }) => q.deleteFrom('push_subscriptions').where('id', '=', id).execute());

/**
 * Pushes an empty message to a member's browsers, which then fetch the notification with their session. Deletes a
 * subscription that its push service no longer knows; the worker retries other failures for a day.
 */
export const handlePush = (context: AppContext): void => {
  const { db, jobs, settings, log } = context;
  jobs.handle('push', async (payload, finish) => {
    const { notification, at } = News.parse(payload);
    const { rows } = await sql<{ id: number; user_id: number }>`
      select s.id, s.user_id ${pushRecipients(Date.now())} join notifications n on n.user_id = u.id and n.id = ${notification}
        and (n.is_read = 0 or n.in_bell = 0 or n.kind = ${alwaysDelivered}) and ${isVisible(col('n.user_id'))}`.execute(
      db.read,
    );
    if (rows.length === 0) return;
    await db.write(async (tx) => {
      await finish(tx);
      for (const { id, user_id: userId } of rows) {
        // One waiting message announces later notifications too.
        const once = { subscription: id, at };
        await jobs.enqueue(tx, { kind: 'push-one', payload: once, userId, uniqueKey: keyOf(id) });
      }
    });
  });
  jobs.handle('push-one', async (payload) => {
    const { subscription, at } = One.parse(payload);
    if (at < Date.now() - timeToLive * 1_000) return;
    const { rows } = await sql<{ id: number; endpoint: string }>`
      select s.id, s.endpoint ${pushRecipients(Date.now())} where s.id = ${subscription}`.execute(db.read);
    const [found] = rows;
    if (!found || !isAllowed(settings.push.hosts, found.endpoint)) return;
    // This message may reach the browser before a notification that comes from now on: that one needs its own.
    await db.write((tx) => clearUniqueKey(tx, keyOf(subscription)));
    const status = await deliver(context, found.endpoint);
    if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}`);
    if (status === 404 || status === 410) await drop(context.db, found.id);
    // A retry would not help: the operator has to read this line.
    else if (status >= 300)
      log.warn({ status, host: new URL(found.endpoint).hostname }, 'A push service refused a message');
  });
};

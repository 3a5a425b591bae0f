import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { AppContext } from '../../app-context.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { forbidden } from '../../platform/problem.ts';
import { needSquare } from './square.ts';

const Event = z.object({
  event_id: z.string().check(z.minLength(1), z.maxLength(200)),
  type: z.string(),
  data: z.object({
    id: z.optional(z.nullable(z.string())),
    object: z.optional(
      z.nullable(
        z.object({
          subscription: z.optional(z.object({ id: z.string() })),
          invoice: z.optional(
            z.object({ id: z.string(), subscription_id: z.optional(z.nullable(z.string())) }),
          ),
          payment: z.optional(z.object({ id: z.string() })),
          refund: z.optional(z.object({ payment_id: z.optional(z.nullable(z.string())) })),
        }),
      ),
    ),
  }),
});
type Event = z.infer<typeof Event>;

/**
 * Whether the provider signed the message: base64 of HMAC-SHA256 over the address and the raw body (the SDK's
 * `WebhooksHelper` computes the same). The comparison takes constant time.
 */
const isSigned = (address: string, body: Buffer, key: string, signature: string): boolean => {
  const expected = createHmac('sha256', key).update(address).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const jobOf = ({ type, data: { object } }: Event): { kind: string; payload: unknown } | null => {
  const subscription = object?.subscription?.id ?? object?.invoice?.subscription_id;
  if (subscription) {
    const failed = type === 'invoice.scheduled_charge_failed' ? (object?.invoice?.id ?? null) : null;
    return { kind: 'square-subscription', payload: { id: subscription, failed } };
  }
  const payment = object?.payment?.id ?? object?.refund?.payment_id;
  return payment ? { kind: 'square-payment', payload: { id: payment } } : null;
};

const parse = (body: Buffer): Event | null => {
  try {
    return Event.safeParse(JSON.parse(body.toString())).data ?? null;
  } catch {
    return null;
  }
};

/**
 * Receives a message of the provider. The message only triggers a sync and its content is not trusted, so messages
 * may come twice, late and in any order.
 * @throws forbidden for a wrong signature, unavailable if payments are not set up
 */
export const receiveEvent = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  body: Buffer,
  signature: string,
): Promise<void> => {
  const { settings } = needSquare(context.settings);
  const address = `${context.settings.publicUrl}/api/square/webhook`;
  if (!isSigned(address, body, settings.webhookKey, signature)) {
    throw forbidden(messages.signatureWrong);
  }
  const event = parse(body);
  // The message is signed, but its subject is unknown to us: there is nothing to do, and nothing that a retry would
  // change.
  if (!event) return;
  const job = jobOf(event);
  await context.db.write(async (tx) => {
    const isNew = await tx.q
      .insertInto('webhook_events')
      .values({ event_id: event.event_id, received_at: Date.now() })
      .onConflict((c) => c.doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (isNew && job) await context.jobs.enqueue(tx, job);
  });
};

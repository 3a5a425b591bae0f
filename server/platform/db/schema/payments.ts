import type { Generated } from 'kysely';

// Tables of payments. `schema.ts` lists all tables.

type Plan = 'basic' | 'premium';

/** One payment, or one charge that the provider made automatically (a renewal). */
export interface Payments {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  kind: 'donation' | 'subscription';
  plan: Plan | null;
  /** The amount in cents. */
  amount: number;
  refunded: Generated<number>;
  /** `created` before the payment provider is called, `unknown` when it gave no answer. */
  state: 'created' | 'unknown' | 'succeeded' | 'failed';
  /** The provider's code for why the payment failed. */
  failure: string | null;
  /** Idempotency key for the provider: a retried call charges nothing again. */
  idempotency_key: string;
  /** The client's idempotency key. */
  act_key: string | null;
  token_hash: string | null;
  /** Lease: until then only the process that took it works on this payment. */
  held_until: number;
  square_payment_id: string | null;
  square_order_id: string | null;
  square_subscription_id: string | null;
  card_last4: string | null;
  created_at: number;
}

/** A member's current or last subscription. The key allows one at most, so two can never run. */
export interface Subscriptions {
  user_id: number;
  status: 'none' | 'pending' | 'active' | 'past_due' | 'paused' | 'ended';
  plan: Plan | null;
  /** The plan from the next billing date on, if it differs from the current one. */
  next_plan: Plan | null;
  /** Start (UTC) of the last paid day. */
  paid_until: number | null;
  /** Start (UTC) of the day on which a cancelled subscription ends. */
  ends_at: number | null;
  customer_id: string | null;
  card_id: string | null;
  card_last4: string | null;
  square_id: string | null;
  /** The invoice whose charge was declined, until it is paid. */
  declined_invoice: string | null;
  /** Incremented with every answer of the provider that is stored, so that an older one never overwrites a newer one. */
  version: Generated<number>;
  /** Lease: until then only the process that took it changes the subscription at the provider. */
  held_until: Generated<number>;
  synced_at: Generated<number>;
}

/** A webhook event that was received, so that a repetition has no effect. */
export interface WebhookEvents {
  event_id: string;
  received_at: number;
}

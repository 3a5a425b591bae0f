import type { Generated } from 'kysely';

// The tables of payments; `schema.ts` names all tables.

type Plan = 'basic' | 'premium';

/** One act of payment, or one charge that the provider made by itself (a renewal). */
export interface Payments {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  kind: 'donation' | 'subscription';
  plan: Plan | null;
  /** In cents. */
  amount: number;
  refunded: Generated<number>;
  /** `created` before the provider is asked, `unknown` when no answer came. */
  state: 'created' | 'unknown' | 'succeeded' | 'failed';
  /** The provider's code for why it failed. */
  failure: string | null;
  /** Goes with every call of this act, so that a call made again charges nothing again. */
  idempotency_key: string;
  /** The client's key for this act. */
  act_key: string | null;
  token_hash: string | null;
  /** Whoever works on this act has it until then; nobody else touches it meanwhile. */
  held_until: number;
  square_payment_id: string | null;
  square_order_id: string | null;
  square_subscription_id: string | null;
  card_last4: string | null;
  created_at: number;
}

/** A member's subscription, the running one or the last: one at most, which is what makes two impossible. */
export interface Subscriptions {
  user_id: number;
  status: 'none' | 'pending' | 'active' | 'past_due' | 'paused' | 'ended';
  plan: Plan | null;
  /** The plan that begins with the next billing, when that is another one. */
  next_plan: Plan | null;
  /** Start (UTC) of the last day that is paid for. */
  paid_until: number | null;
  /** Start (UTC) of the day on which a cancelled one is over. */
  ends_at: number | null;
  customer_id: string | null;
  card_id: string | null;
  card_last4: string | null;
  square_id: string | null;
  /** The invoice whose charge was declined, as long as it is not paid all the same. */
  declined_invoice: string | null;
  /** Raised by every write of what the provider says, so that an older answer never follows a newer one. */
  version: Generated<number>;
  /** Whoever changes it at the provider has it until then. */
  held_until: Generated<number>;
  synced_at: Generated<number>;
}

/** A message of the provider that has come, so that its repetition does nothing. */
export interface WebhookEvents {
  event_id: string;
  received_at: number;
}

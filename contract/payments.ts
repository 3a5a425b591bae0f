import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { limits } from './limits.ts';

export const Plan = z.enum(['basic', 'premium'], messages.planUnknown);
export type Plan = z.infer<typeof Plan>;

export const Payment = z.object({
  id: z.string(),
  kind: z.enum(['donation', 'subscription']),
  /** The paid plan; null for a donation. */
  plan: z.nullable(Plan),
  /** In cents. */
  amount: z.number(),
  /** The refunded part in cents. */
  refunded: z.number(),
  state: z.enum(['processing', 'succeeded', 'failed']),
  cardLast4: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Payment = z.infer<typeof Payment>;

/**
 * `pending`: created, but its first payment is not through; `past_due`: its last payment failed; `canceled`: ends
 * after `paidUntil`.
 */
export const SubscriptionStatus = z.enum([
  'none',
  'pending',
  'active',
  'past_due',
  'paused',
  'canceled',
  'ended',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const Subscription = z.object({
  plan: z.nullable(Plan),
  status: SubscriptionStatus,
  cardLast4: z.nullable(z.string()),
  /** The last paid day. */
  paidUntil: z.nullable(z.string()),
  /** Null when nothing more will be charged. */
  nextBillingDate: z.nullable(z.string()),
  /** The plan from the next billing date on, if it is another one. */
  nextPlan: z.nullable(Plan),
  /** The newest ones, donations among them. */
  payments: z.array(Payment),
});
export type Subscription = z.infer<typeof Subscription>;

const paymentToken = z
  .string(messages.paymentTokenMissing)
  .check(
    z.minLength(1, messages.paymentTokenMissing),
    z.maxLength(limits.paymentToken, messages.paymentTokenMissing),
  );

const paid = {
  credential: 'member',
  rate: 'payments',
  namesError: true,
  caching: 'no-store',
} as const;

export const createSubscription = endpoint.post('/api/square/create-subscription', {
  ...paid,
  summary:
    'Subscribes to a plan with a card; with a running subscription changes its plan from the next billing date on, and takes the card on file when none is given; 409 for the plan one has',
  input: z.strictObject({ paymentToken: z.optional(paymentToken), planType: Plan }),
  output: Subscription,
  status: 201,
  repeatable: true,
});

export const createPayment = endpoint.post('/api/square/create-payment', {
  ...paid,
  summary: 'A one-time donation; the amount in whole cents',
  input: z.strictObject({
    paymentToken,
    amount: z
      .int(messages.donationAmount)
      .check(
        z.minimum(limits.donationMin, messages.donationAmount),
        z.maximum(limits.donationMax, messages.donationAmount),
      ),
  }),
  output: Payment,
  status: 201,
  repeatable: true,
});

export const cancelSubscription = endpoint.post('/api/square/cancel-subscription', {
  ...paid,
  summary: 'Cancels at the end of what is paid for; 409 without a running subscription',
  input: z.strictObject({}),
  output: Subscription,
});

export const subscription = endpoint.get('/api/square/subscription', {
  credential: 'member',
  namesError: true,
  summary: "The caller's subscription and last payments",
  input: z.strictObject({}),
  output: Subscription,
  caching: 'no-store',
});

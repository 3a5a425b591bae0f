import * as calls from '../../../contract/payments.ts';
import type { Feature, Routes } from '../../feature.ts';
import { findBilling } from './billing.ts';
import { donate } from './donate.ts';
import { cancelPlan, choosePlan } from './plan.ts';
import { receiveEvent } from './webhook.ts';
import { handlePayments } from './follow-up.ts';
import { ownPayments } from './billing.ts';
import * as z from 'zod/mini';
import { endFormerPayments, endPaymentsOfBanned, forgetPaymentsOf } from './account-deletion.ts';
import { insertJob } from '../../platform/jobs/insert.ts';

const routes: Routes = ({ on, raw }, context) => {
  on(calls.createPayment, ({ viewer, input, repeatKey }) =>
    donate(context, viewer, { ...input, key: repeatKey?.key ?? null }),
  );
  on(calls.createSubscription, async ({ viewer, input, repeatKey, exchange }) => {
    const { planType, paymentToken = null } = input;
    const { billing, isNew } = await choosePlan(context, viewer, {
      planType,
      paymentToken,
      key: repeatKey?.key ?? null,
    });
    if (!isNew) exchange.status(200);
    return billing;
  });
  on(calls.cancelSubscription, ({ viewer }) => cancelPlan(context, viewer));
  on(calls.subscription, ({ viewer }) => findBilling(context.db, viewer));
  raw(
    { method: 'POST', path: '/api/square/webhook', credential: 'anyone', takesBytes: true },
    async (request, reply) => {
      const signature = request.headers['x-square-hmacsha256-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(context, body, typeof signature === 'string' ? signature : '');
      return reply.header('cache-control', 'no-store').send({});
    },
  );
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handlePayments(context);
    context.jobs.handle('end-payments', (payload) => endPaymentsOfBanned(context, z.number().parse(payload)));
    context.jobs.handle('end-former-payments', (payload) => endFormerPayments(context, payload));
  },
  exports: ({ db }, viewer) => ({ payments: () => ownPayments(db.read, viewer) }),
  member: {
    onStartEmpty: forgetPaymentsOf,
    // The card provider is called after the commit.
    onBan: (tx, id) => insertJob(tx, { kind: 'end-payments', payload: id, userId: id }),
  },
};

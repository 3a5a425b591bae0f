import type { Square as Api } from 'square';
import type { Database } from '../../platform/db/database.ts';
import { notify } from '../notifications/notify.ts';
import {
  type PaymentRequest,
  clockSkewMs,
  failPaymentRequest,
  markUnknown,
  unknownOutcome,
  completePaymentRequest,
} from './payment-requests.ts';
import { centsOf, nothingFound, type Square } from './square.ts';

/** Records the provider's state of a donation's charge; false while the provider has not decided. */
export const applyCharge = async (
  db: Database,
  request: PaymentRequest,
  payment: Api.Payment,
  { tell }: { tell: boolean },
): Promise<boolean> => {
  if (payment.status === 'COMPLETED') {
    const charge = {
      paymentId: payment.id ?? null,
      orderId: payment.orderId ?? null,
      last4: payment.cardDetails?.card?.last4 ?? null,
      amount: centsOf(payment.amountMoney),
    };
    await db.write(async (tx) => {
      if (!(await completePaymentRequest(tx, request, charge))) return;
      await notify(tx, { kind: 'donation_received', to: request.userId, actor: null });
    });
    return true;
  }
  if (payment.status !== 'FAILED' && payment.status !== 'CANCELED') return false;
  const code = payment.cardDetails?.errors?.[0]?.code ?? 'GENERIC_DECLINE';
  await db.write((tx) => failPaymentRequest(tx, request, code, { tell }));
  return true;
};

const findCharge = (square: Square, request: PaymentRequest): Promise<Api.Payment | null> =>
  square.ask(async (client) => {
    const page = await client.payments.list({
      beginTime: new Date(request.createdAt - clockSkewMs).toISOString(),
      endTime: new Date(Date.now() + clockSkewMs).toISOString(),
      locationId: square.settings.locationId,
      sortOrder: 'ASC',
      limit: 100,
    });
    for await (const payment of page) if (payment.referenceId === request.publicId) return payment;
    return null;
  });

/**
 * Finds the outcome of a donation whose call had no answer. If the provider lists no charge for it, the server
 * cancels the key there, which ends an unlisted charge, and looks once more. Requires the lease, and that the call is
 * over.
 * @throws Problem `unavailable` while the outcome stays unknown
 */
export const settleDonation = async (
  db: Database,
  square: Square,
  request: PaymentRequest,
): Promise<void> => {
  try {
    let payment = await findCharge(square, request);
    if (!payment) {
      await square.ask((client) => client.payments.cancelByIdempotencyKey({ idempotencyKey: request.key }));
      payment = await findCharge(square, request);
    }
    if (!payment) await db.write((tx) => failPaymentRequest(tx, request, nothingFound, { tell: true }));
    else if (!(await applyCharge(db, request, payment, { tell: true }))) await markUnknown(db, request);
  } catch (error) {
    await markUnknown(db, request);
    throw unknownOutcome(error);
  }
};

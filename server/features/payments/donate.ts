import type { Square as Api } from 'square';
import type { Payment } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { createFlights } from '../../platform/flights.ts';
import { hashOf } from '../../platform/text/ids.ts';
import {
  clockSkewMs,
  completePaymentRequest,
  failPaymentRequest,
  isOpen,
  markUnknown,
  type NewPaymentRequest,
  openPaymentRequest,
  settleOthers,
  type PaymentRequest,
  unknownOutcome,
} from './payment-requests.ts';
import { loadPayment } from './billing.ts';
import { centsOf, Declined, dollars, needSquare, nothingFound, refusalOf, type Square } from './square.ts';
import { notify } from '../notifications/notify.ts';

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

const charge = async (
  db: Database,
  square: Square,
  request: PaymentRequest,
  token: string,
): Promise<void> => {
  try {
    const { payment } = await square.ask((client) =>
      client.payments.create({
        sourceId: token,
        idempotencyKey: request.key,
        amountMoney: dollars(request.amount),
        locationId: square.settings.locationId,
        referenceId: request.publicId,
        note: 'Donation to Circle',
        autocomplete: true,
      }),
    );
    if (!payment || !(await applyCharge(db, request, payment, { tell: false }))) {
      throw new Error(`A payment came back as ${payment?.status ?? 'nothing'}`);
    }
  } catch (error) {
    if (error instanceof Declined) {
      await db.write((tx) => failPaymentRequest(tx, request, error.code, { tell: false }));
      return;
    }
    await markUnknown(db, request);
    throw unknownOutcome(error);
  }
};

const flights = createFlights<Payment>();

/**
 * Makes a one-time donation. The call is idempotent by its key or token: a repeated one charges nothing and gets the
 * first answer.
 * @throws invalid if the card was declined, unavailable if the outcome is unknown, conflict while it or another payment is
 * being made
 */
export const donate = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  input: { paymentToken: string; amount: number; key: string | null },
): Promise<Payment> => {
  const square = needSquare(context.settings);
  const wanted: NewPaymentRequest = {
    kind: 'donation',
    plan: null,
    amount: input.amount,
    token: input.paymentToken,
    key: input.key,
  };
  const name = `donation ${viewer.id} ${input.key ?? hashOf(input.paymentToken)} ${input.amount}`;
  return flights(name, async () => {
    const settle = (open: PaymentRequest) => settleDonation(context.db, square, open);
    // A job settles subscriptions, with the lease of the member's subscription.
    await settleOthers(context.db, viewer, wanted, { donation: settle });
    const request = await openPaymentRequest(context.db, viewer, wanted, settle);
    if (isOpen(request)) await charge(context.db, square, request, input.paymentToken);
    const payment = await loadPayment(context.db, request.id);
    if (payment.failure !== null) throw refusalOf(payment.failure);
    return payment.shown;
  });
};

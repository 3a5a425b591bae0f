import type { Payment } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashOf } from '../../platform/text/ids.ts';
import {
  type PaymentRequest,
  createFlights,
  failPaymentRequest,
  isOpen,
  markUnknown,
  unknownOutcome,
  type NewPaymentRequest,
} from './payment-requests.ts';
import { loadPayment } from './billing.ts';
import { applyCharge, settleDonation } from './charges.ts';
import { openPaymentRequest } from './open-payment-request.ts';
import { Declined, dollars, needSquare, refusalOf, type Square } from './square.ts';

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
 * @throws invalid if the card was declined, unavailable if the outcome is unknown, conflict while it is being made
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
    const request = await openPaymentRequest(context.db, viewer, wanted, (open) =>
      settleDonation(context.db, square, open),
    );
    if (isOpen(request)) await charge(context.db, square, request, input.paymentToken);
    const payment = await loadPayment(context.db, request.id);
    if (payment.failure !== null) throw refusalOf(payment.failure);
    return payment.shown;
  });
};

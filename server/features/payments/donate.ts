import type { Payment } from '../../../contract/payments.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { type Act, createFlights, failAct, isOpen, markUnknown, notKnown, type Wish } from './acts.ts';
import { loadPayment } from './billing.ts';
import { applyCharge, settleDonation } from './charges.ts';
import { openAct } from './open-act.ts';
import { Declined, dollars, needSquare, refusalOf, type Square } from './square.ts';

const charge = async (house: House, square: Square, act: Act, token: string): Promise<void> => {
  try {
    const { payment } = await square.ask((client) =>
      client.payments.create({
        sourceId: token,
        idempotencyKey: act.key,
        amountMoney: dollars(act.amount),
        locationId: square.settings.locationId,
        referenceId: act.publicId,
        note: 'Donation to Circle',
        autocomplete: true,
      }),
    );
    if (!payment || !(await applyCharge(house, act, payment, { tell: false }))) {
      throw new Error(`A payment came back as ${payment?.status ?? 'nothing'}`);
    }
  } catch (error) {
    if (error instanceof Declined) {
      await house.db.write((tx) => failAct(tx, act, error.code, { tell: false }));
      return;
    }
    await markUnknown(house, act);
    throw notKnown(error);
  }
};

const together = createFlights<Payment>();

/**
 * Makes a one-time donation. The call is idempotent by its key or token: a repeated one charges nothing and gets the
 * first answer.
 * @throws invalid if the card was declined, unavailable if the outcome is unknown, conflict while it is being made
 */
export const donate = async (
  house: House,
  viewer: Viewer,
  input: { paymentToken: string; amount: number; key: string | null },
): Promise<Payment> => {
  const square = needSquare(house);
  const wish: Wish = {
    kind: 'donation',
    plan: null,
    amount: input.amount,
    token: input.paymentToken,
    key: input.key,
  };
  const name = `donation ${viewer.id} ${input.key ?? hashOf(input.paymentToken)} ${input.amount}`;
  return together(name, async () => {
    const act = await openAct(house, viewer, wish, (open) => settleDonation(house, square, open));
    if (isOpen(act)) await charge(house, square, act, input.paymentToken);
    const payment = await loadPayment(house.db, act.id);
    if (payment.failure !== null) throw refusalOf(payment.failure);
    return payment.shown;
  });
};

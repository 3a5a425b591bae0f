import type { Payment } from '../../../contract/payments.ts';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { money } from './money.ts';

const texts = words.payments.billing;
const names = words.payments.plans;

const noteOf = ({ state, refunded }: Payment): string | null => {
  if (state === 'failed') return texts.paymentFailed;
  if (state === 'processing') return texts.processing;
  return refunded > 0 ? texts.refunded({ amount: money(refunded) }) : null;
};

/** Lists the last payments, newest first, including donations. */
export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  return (
    <>
      <h3 className="mt-5">{texts.payments}</h3>
      <ul className="list mt-1">
        {payments.map((payment) => {
          const note = noteOf(payment);
          return (
            <li key={payment.id} className="bill row between g12">
              <div>
                <p>{payment.plan === null ? texts.donation : names[payment.plan]}</p>
                <p className="small mut">
                  {date(payment.createdAt)}
                  {payment.cardLast4 === null ? '' : ` · ${texts.onCard({ last4: payment.cardLast4 })}`}
                </p>
              </div>
              <div className="end">
                <p className="num">{money(payment.amount)}</p>
                {note === null ? null : <p className="small mut">{note}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

import { useState } from 'react';
import * as payments from '../../../contract/payments.ts';
import { api } from '../../data/api.ts';
import { AmountForm, centsOf, firstChoice } from '../../features/payments/amount-form.tsx';
import { CardForm } from '../../features/payments/card-form.tsx';
import { money } from '../../features/payments/money.ts';
import { PaymentPage } from '../../features/payments/payment-page.tsx';
import { keepToast } from '../../app/pending-toast.ts';
import { go } from '../../app/navigation.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { words } from '../../words/words.ts';

const texts = words.payments.donate;

/** A one-time donation: how much, then the card. */
export default function SquareDonatePage() {
  const [chosen, setChosen] = useState(firstChoice);
  const [paying, setPaying] = useState(false);
  const keys = useIdempotencyKeys();
  const amount = centsOf(chosen);
  const thank = () => {
    keys.arrived();
    keepToast({ title: texts.done, text: texts.doneText({ amount: money(amount) }), tone: 'success' });
    go('/my-account');
  };
  return (
    <PaymentPage title={texts.title} signedOut={texts.signedOut} {...(paying ? {} : { intro: texts.intro })}>
      {(provider) =>
        provider === null ? null : paying ? (
          <CardForm
            provider={provider}
            about={texts.total}
            amount={amount}
            intent="CHARGE"
            // The same key until it has arrived: pressing again after a lost answer pays nothing twice.
            pay={(paymentToken) =>
              api(
                payments.createPayment,
                { paymentToken, amount },
                { idempotencyKey: keys.of(`donate ${amount}`) },
              )
            }
            failed={texts.failed}
            onPaid={thank}
            onCancel={() => setPaying(false)}
          />
        ) : (
          <AmountForm value={chosen} onChange={setChosen} onSubmit={() => setPaying(true)} />
        )
      }
    </PaymentPage>
  );
}

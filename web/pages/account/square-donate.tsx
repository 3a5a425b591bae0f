import { useState, type SubmitEvent } from 'react';
import * as payments from '../../../contract/payments.ts';
import { limits } from '../../../contract/limits.ts';
import { api } from '../../data/api.ts';
import { CardForm } from '../../features/payments/card-form.tsx';
import { money } from '../../features/payments/money.ts';
import { PaymentPage } from '../../features/payments/payment-page.tsx';
import { keepToast } from '../../app/pending-toast.ts';
import { go } from '../../app/navigation.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { words } from '../../words/words.ts';
import { Button } from '../../ui/form/button.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const texts = words.payments.donate;
const presets = [100, 500, 1_000, 2_500, 5_000];

/** The chosen amount of a donation: a preset in cents, or a typed text in dollars. */
interface Chosen {
  preset: number;
  typed: string;
}

const firstChoice: Chosen = { preset: 500, typed: '' };

/** A fraction follows a comma or a point. */
const dollarsOf = (typed: string): number =>
  /^\d*[.,]?\d*$/.test(typed) ? Number(typed.replace(',', '.')) : NaN;

/** The chosen amount in cents. A typed amount counts if it is above 0 and within the limit. */
const centsOf = ({ preset, typed }: Chosen): number => {
  const cents = Math.round(dollarsOf(typed) * 100);
  return cents > 0 && cents <= limits.donationMax ? cents : preset;
};

const isOutside = ({ typed }: Chosen): boolean => {
  if (typed === '') return false;
  // Compare before rounding to cents: 0.995 would become a dollar.
  const dollars = dollarsOf(typed);
  return !(dollars >= limits.donationMin / 100 && dollars <= limits.donationMax / 100);
};

interface AmountFormProps {
  value: Chosen;
  onChange: (value: Chosen) => void;
  onSubmit: () => void;
}

/** The form to choose the amount of a donation. */
function AmountForm({ value, onChange, onSubmit }: AmountFormProps) {
  const [moved, setMoved] = useState(false);
  const amount = money(centsOf(value));
  const outside = isOutside(value);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!outside) onSubmit();
  };
  return (
    <section className="card pad">
      <form className="stack g20" noValidate onSubmit={submit}>
        <fieldset>
          <legend className="lab mb-1">{texts.amount}</legend>
          <div className="amts">
            {presets.map((preset, at) => {
              const isChosen = value.typed === '' && value.preset === preset;
              return (
                <label key={preset} className="amt">
                  <input
                    type="radio"
                    name="amount"
                    checked={isChosen}
                    onChange={() => {
                      setMoved(true);
                      onChange({ preset, typed: '' });
                    }}
                  />
                  <span>{money(preset)}</span>
                  {isChosen ? <Ring shape="wide" variant={at} draw={moved} /> : null}
                </label>
              );
            })}
          </div>
        </fieldset>
        <TextField
          label={texts.range}
          // A field for numbers gives no value of what it takes for none, such as another language's comma.
          inputMode="decimal"
          autoComplete="off"
          placeholder={texts.other}
          error={outside ? texts.outside : undefined}
          value={value.typed}
          onChange={(event) => onChange({ ...value, typed: event.target.value.trim() })}
        />
        <div>
          <div className="tot">
            <span className="mut">{texts.total}</span>
            <b>{amount}</b>
          </div>
          <Button type="submit" size="lg" full disabled={outside}>
            {texts.submit({ amount })}
          </Button>
        </div>
      </form>
    </section>
  );
}

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

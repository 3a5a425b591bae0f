import { useMutation } from '@tanstack/react-query';
import { LockKeyhole, ReceiptText, ShieldCheck } from 'lucide-react';
import { useId, useEffect, useState } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import { ApiError, NoAnswer } from '../../data/api.ts';
import { useUser } from '../../app/session.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { money } from './money.ts';
import { type Card, type Provider, type Verification, makeCard } from './square.ts';
import './payments.css';

type FieldState = { name: 'attaching' } | { name: 'ready'; card: Card } | { name: 'broken' };

interface CardField {
  state: FieldState;
  /** A ref for the element into which the provider puts its frame. */
  setPlace: (place: HTMLDivElement | null) => void;
  again: () => void;
}

const attaching: FieldState = { name: 'attaching' };

/** Attaches the provider's card field while the form is shown, and removes it with the form. */
const useCardField = ({ applicationId, locationId, scriptUrl }: Provider): CardField => {
  const [state, setState] = useState<FieldState>(attaching);
  const [attempt, setAttempt] = useState(0);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!place) return;
    let gone = false;
    const isGone = () => gone;
    const attach = async () => {
      const card = await makeCard({ applicationId, locationId, scriptUrl });
      if (isGone()) return null;
      await card.attach(place);
      if (!isGone()) setState({ name: 'ready', card });
      return card;
    };
    const attached = attach().catch((error: unknown) => {
      if (isGone()) return null;
      // The payer reads a message below; the reason is logged here.
      console.log(error);
      setState({ name: 'broken' });
      toast({ ...words.payments.card.broken, tone: 'destructive' });
      return null;
    });
    return () => {
      gone = true;
      attached.then((card) => card?.destroy()).catch((error: unknown) => console.error(error));
    };
  }, [applicationId, locationId, scriptUrl, place, attempt]);
  const again = () => {
    setState(attaching);
    setAttempt(attempt + 1);
  };
  return { state, setPlace, again };
};

const texts = words.payments.card;
const icons = [ShieldCheck, ReceiptText, LockKeyhole];

interface CardFormProps {
  provider: Provider;
  /** The text beside the amount. */
  about: string;
  /** The amount in cents. */
  amount: number;
  /** Whether the amount is charged now, or the card is kept and charged every month. */
  intent: Verification['intent'];
  /** Sends the card's token to the server. */
  pay: (token: string) => Promise<unknown>;
  /** The fallback for failures without a reason from the server. */
  failed: string;
  onPaid: () => void;
  onCancel: () => void;
}

/** An error with a text for the payer. */
class PaymentTrouble extends Error {}

const tokenOf = async (card: Card, verification: Verification): Promise<string> => {
  const { status, token, errors = [] } = await card.tokenize(verification);
  if (status === 'OK' && token) return token;
  throw new PaymentTrouble(errors.flatMap(({ message }) => message ?? []).join(', ') || texts.untokenized);
};

const reasonOf = (error: unknown, failed: string): string => {
  if (error instanceof PaymentTrouble) return error.message;
  // The server may have the payment.
  if (error instanceof NoAnswer) return texts.unanswered;
  return error instanceof ApiError ? (error.text ?? failed) : texts.failedText;
};

const isUnsure = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiError && error.text === messages.paymentUnknown);

/** The card payment form of both payment pages. */
export function CardForm(props: CardFormProps) {
  const { provider, about, amount, intent, failed, onPaid, onCancel } = props;
  const user = useUser();
  const { state, setPlace, again } = useCardField(provider);
  const label = useId();
  const pay = useMutation({
    mutationFn: async (card: Card) => {
      const base = {
        billingContact: { givenName: user.firstName, familyName: user.lastName, email: user.email },
        customerInitiated: true,
        sellerKeyedIn: false,
      } as const;
      const charge = { amount: (amount / 100).toFixed(2), currencyCode: 'USD' } as const;
      await props.pay(
        await tokenOf(card, intent === 'CHARGE' ? { ...base, intent, ...charge } : { ...base, intent }),
      );
    },
    onSuccess: onPaid,
    onError: (error) =>
      toast({
        title: isUnsure(error) ? texts.unsure : texts.failed,
        text: reasonOf(error, failed),
        tone: 'destructive',
      }),
  });
  const submit = () => {
    if (state.name === 'ready') pay.mutate(state.card);
    else toast({ ...texts.notReady, tone: 'destructive' });
  };
  return (
    <section className="card pad">
      <div className="tot first">
        <span>{about}</span>
        <b>{money(amount)}</b>
      </div>
      <div className="field">
        <span className="lab" id={label}>
          {texts.label}
        </span>
        <div
          className="cardf"
          role="group"
          aria-labelledby={label}
          aria-busy={state.name === 'attaching' || undefined}
          hidden={state.name === 'broken'}
        >
          {state.name === 'attaching' ? <Spinner words={texts.attaching} /> : null}
          <div ref={setPlace} />
        </div>
        {state.name === 'broken' ? (
          <Alert tone="bad">
            <p>{texts.broken.text}</p>
            <Button kind="quiet" size="sm" className="mt-2" onClick={again}>
              {texts.again}
            </Button>
          </Alert>
        ) : (
          <p className="hint">{texts.hint}</p>
        )}
        {pay.isError ? <Alert tone="bad">{reasonOf(pay.error, failed)}</Alert> : null}
      </div>
      <div className="pa">
        <Button kind="quiet" size="lg" disabled={pay.isPending} onClick={onCancel}>
          {words.ui.cancel}
        </Button>
        <Button
          size="lg"
          icon={LockKeyhole}
          disabled={state.name === 'attaching'}
          busy={pay.isPending}
          busyText={texts.busy}
          onClick={submit}
        >
          {texts.pay({ amount: money(amount) })}
        </Button>
      </div>
      <ul className="sec">
        {texts.assurances.map((text, at) => {
          const Icon = icons[at] ?? ShieldCheck;
          return (
            <li key={text}>
              <Icon aria-hidden="true" />
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

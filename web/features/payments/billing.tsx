import { useQuery } from '@tanstack/react-query';
import { HeartHandshake } from 'lucide-react';
import { useState } from 'react';
import { monthlyPrices } from '../../../contract/limits.ts';
import * as payments from '../../../contract/payments.ts';
import type { Subscription, Payment } from '../../../contract/payments.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { usePaymentsOffered } from '../../data/payments-offered.ts';
import { fullDate, date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { money, type PlanName, planNames } from './money.ts';
import './payments.css';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.payments.billing;
const names = words.payments.plans;

const noteOf = ({ state, refunded }: Payment): string | null => {
  if (state === 'failed') return texts.paymentFailed;
  if (state === 'processing') return texts.processing;
  return refunded > 0 ? texts.refunded({ amount: money(refunded) }) : null;
};

/** Lists the last payments, newest first, including donations. */
function PaymentList({ list }: { list: readonly Payment[] }) {
  return (
    <>
      <h3 className="mt-5">{texts.payments}</h3>
      <ul className="list mt-1">
        {list.map((payment) => {
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

const CancelDialog = lazyComponent(async () => ({
  default: (await import('./plan-dialogs.tsx')).CancelDialog,
}));
const ChangeDialog = lazyComponent(async () => ({
  default: (await import('./plan-dialogs.tsx')).ChangeDialog,
}));

const tones = { pending: 'info', active: 'ok', past_due: 'bad', paused: 'warn', canceled: 'warn' } as const;

const isUnderWay = ({ status, payments: list }: Subscription): boolean =>
  status === 'pending' || list.some(({ state }) => state === 'processing');

/** The section for subscription and billing in My Account: the plan, what comes next, and the last payments. */
export function Billing() {
  const billing = useQuery({
    ...queryFor(payments.subscription, {}),
    // The provider confirms within a minute.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 5_000 : false),
  });
  const isOffered = usePaymentsOffered();
  const earlier = billing.data?.payments ?? [];
  if (!isOffered && earlier.length === 0) return null;
  return (
    <section className="card pad" id="billing" aria-labelledby="billing-title">
      <h2 id="billing-title">{texts.title}</h2>
      {isOffered ? <p className="small mut mt-2">{texts.free}</p> : null}
      {billing.isPending ? <Loading words={words.controls.loading} /> : null}
      <Problem text={billing.isError ? errorText(billing.error, texts.unreachable) : null} />
      {isOffered && billing.data ? <Plan billing={billing.data} /> : null}
      {isOffered ? (
        <p className="mt-2">
          <TextLink href="/square-donate" icon={HeartHandshake}>
            {texts.donate}
          </TextLink>
        </p>
      ) : null}
      {earlier.length > 0 ? <PaymentList list={earlier} /> : null}
    </section>
  );
}

function Plan({ billing }: { billing: Subscription }) {
  const { plan, status } = billing;
  if (plan === null || status === 'none' || status === 'ended') return <Plans />;
  return (
    <>
      <div className="bill row between">
        <div>
          <p className="b">{names[plan]}</p>
          <p className="small mut">{texts.price({ price: money(monthlyPrices[plan]) })}</p>
        </div>
        <Badge tone={tones[status]}>{texts.states[status]}</Badge>
      </div>
      <Facts billing={billing} />
      <PlanButtons billing={billing} plan={plan} />
    </>
  );
}

/** The plans to choose from. */
function Plans() {
  const { accountStatus } = useUser();
  return (
    <ul className="list mt-2">
      {planNames.map((plan) => (
        <li key={plan} className="bill row between">
          <div>
            <p className="b">{names[plan]}</p>
            <p className="small mut">{texts.price({ price: money(monthlyPrices[plan]) })}</p>
          </div>
          {accountStatus === plan ? (
            <Badge tone="ok">{texts.current}</Badge>
          ) : (
            <ButtonLink href={`/square-subscribe?plan=${plan}`} size="sm" kind="quiet">
              {texts.choose({ plan: names[plan] })}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ billing: { nextBillingDate, nextPlan, paidUntil, cardLast4 } }: { billing: Subscription }) {
  const facts = [
    nextBillingDate === null ? null : texts.next({ date: fullDate(nextBillingDate) }),
    nextPlan === null ? null : texts.nextPlan({ plan: names[nextPlan] }),
    nextBillingDate === null && paidUntil !== null ? texts.paidUntil({ date: fullDate(paidUntil) }) : null,
    cardLast4 === null ? null : texts.onCard({ last4: cardLast4 }),
  ].filter((fact) => fact !== null);
  return (
    <ul className="small mut">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function PlanButtons({ billing, plan }: { billing: Subscription; plan: PlanName }) {
  const [asking, setAsking] = useState<'cancel' | PlanName | null>(null);
  const close = () => setAsking(null);
  const { status, nextPlan } = billing;
  const other: PlanName = plan === 'basic' ? 'premium' : 'basic';
  const isCanceled = status === 'canceled';
  // A planned end or change is taken back by choosing the current plan again.
  const goesOn = !isCanceled && nextPlan === null;
  return (
    <div className="row wrap g8 mt-3.5">
      {status === 'past_due' ? (
        <ButtonLink href={`/square-subscribe?plan=${plan}`} size="sm">
          {texts.retry}
        </ButtonLink>
      ) : (
        <Button kind="quiet" size="sm" onClick={() => setAsking(goesOn ? other : plan)}>
          {goesOn ? texts.change({ plan: names[other] }) : texts.keep({ plan: names[plan] })}
        </Button>
      )}
      {isCanceled ? null : (
        <Button kind="danger-quiet" size="sm" onClick={() => setAsking('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {asking === 'cancel' ? <CancelDialog billing={billing} onClose={close} /> : null}
      {asking !== null && asking !== 'cancel' ? (
        <ChangeDialog billing={billing} to={asking} onClose={close} />
      ) : null}
    </div>
  );
}

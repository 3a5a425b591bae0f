import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Check } from 'lucide-react';
import { monthlyPrices } from '../../../contract/limits.ts';
import * as payments from '../../../contract/payments.ts';
import { api } from '../../data/api.ts';
import type { Subscription } from '../../../contract/payments.ts';
import * as site from '../../../contract/site.ts';
import { Billing } from '../../features/payments/billing.tsx';
import { CardForm } from '../../features/payments/card-form.tsx';
import { money, type PlanName } from '../../features/payments/money.ts';
import { PaymentPage } from '../../features/payments/payment-page.tsx';
import { keepToast } from '../../app/pending-toast.ts';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { useSession } from '../../app/session.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { Badge } from '../../ui/people/badge.tsx';
import '../../features/payments/payments.css';

const planTexts = words.payments;

/** Shows a plan's price and benefits. */
function PlanCard({ plan }: { plan: PlanName }) {
  const { data: config } = useQuery(queryFor(site.config, {}));
  const hasVideos = plan === 'premium' && config?.video === 'premium';
  const benefits = [...planTexts.benefits[plan], ...(hasVideos ? [planTexts.benefits.videos] : [])];
  return (
    <section className="card pad" aria-labelledby="plan">
      <div className="row between">
        <h2 id="plan">{planTexts.plans[plan]}</h2>
        <Badge>{planTexts.subscribe.monthly}</Badge>
      </div>
      <p className="price">
        <b>{money(monthlyPrices[plan])}</b>
        <span className="mut">{planTexts.subscribe.perMonth}</span>
      </p>
      <ul className="ben">
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Check aria-hidden="true" />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const texts = words.payments.subscribe;
const names = words.payments.plans;

/** A member whose payment was declined does not have the plan and may pay with another card. */
const planOf = (billing: Subscription | undefined): PlanName | null =>
  billing && billing.status !== 'past_due' ? billing.plan : null;

/** A monthly plan: what it is, then the card. */
export default function SquareSubscribePage() {
  const [params] = useSearchParams();
  const plan: PlanName = params.get('plan') === 'basic' ? 'basic' : 'premium';
  const [paying, setPaying] = useState(false);
  const keys = useIdempotencyKeys();
  const { state } = useSession();
  const billing = useQuery({ ...queryFor(payments.subscription, {}), enabled: state === 'in' });
  const held = planOf(billing.data);
  const done = () => {
    keys.arrived();
    keepToast({ title: texts.done, text: texts.doneText({ plan: names[plan] }), tone: 'success' });
    go('/my-account');
  };
  return (
    <PaymentPage title={paying ? names[plan] : texts.title} signedOut={texts.signedOut}>
      {(provider) =>
        paying && provider !== null ? (
          <CardForm
            provider={provider}
            about={held === null ? texts.today : texts.next}
            amount={monthlyPrices[plan]}
            intent="STORE"
            pay={(paymentToken) =>
              api(
                payments.createSubscription,
                { paymentToken, planType: plan },
                { idempotencyKey: keys.of(`subscribe ${plan}`) },
              )
            }
            failed={texts.failed}
            onPaid={done}
            onCancel={() => setPaying(false)}
          />
        ) : (
          <PlanInfo
            plan={plan}
            held={held === plan}
            onGo={provider === null ? undefined : () => setPaying(true)}
          />
        )
      }
    </PaymentPage>
  );
}

interface PlanInfoProps {
  plan: PlanName;
  held: boolean;
  /** Not given if payments are not set up. */
  onGo: (() => void) | undefined;
}

function PlanInfo({ plan, held, onGo }: PlanInfoProps) {
  const other = plan === 'premium' ? 'basic' : 'premium';
  const price = money(monthlyPrices[other]);
  return (
    <>
      <PlanCard plan={plan} />
      {held ? (
        <div className="mt-4.5">
          <Alert tone="ok">{texts.held}</Alert>
          <div className="mt-4.5">
            <Billing />
          </div>
        </div>
      ) : onGo === undefined ? null : (
        <div className="pa">
          <ButtonLink href="/my-account" kind="quiet" size="lg">
            {words.ui.cancel}
          </ButtonLink>
          <Button size="lg" onClick={onGo}>
            {texts.submit({ price: money(monthlyPrices[plan]) })}
          </Button>
        </div>
      )}
      <p className="small mut mt-3.5">
        {texts.anytime} {plan === 'premium' ? texts.less : texts.more}{' '}
        <TextLink href={`/square-subscribe?plan=${other}`} inline>
          {plan === 'premium' ? texts.lessLink({ price }) : texts.moreLink({ price })}
        </TextLink>
        .
      </p>
    </>
  );
}

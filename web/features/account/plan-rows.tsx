import { useQuery } from '@tanstack/react-query';
import { Clock, CreditCard, HeartHandshake } from 'lucide-react';
import { monthlyPrices } from '../../../contract/limits.ts';
import * as payments from '../../../contract/payments.ts';
import * as site from '../../../contract/site.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { Progress } from '../../ui/feedback/alert.tsx';
import { LinkRow, Rows } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';
import { money, planNames } from '../payments/money.ts';
import { useTrial } from './trial-card.tsx';

const hub = words.hub;
const texts = words.payments;
const plan = '/my-account/plan';

/** The plan and what it costs; where nothing can be paid, a line that says so. */
export function PlanRows() {
  const { data: config } = useQuery(queryFor(site.config, {}));
  if (!config) return null;
  return config.payments.enabled ? <Offered /> : <NotOffered />;
}

function NotOffered() {
  const { data } = useQuery(queryFor(payments.subscription, {}));
  return (
    <>
      <p className="quietline">{hub.payments}</p>
      {data && data.payments.length > 0 ? (
        <Rows>
          <LinkRow href={plan} icon={CreditCard} title={texts.billing.payments} />
        </Rows>
      ) : null}
    </>
  );
}

function Offered() {
  const { accountStatus } = useUser();
  const { data } = useQuery(queryFor(payments.subscription, {}));
  const runs = data && !['none', 'ended'].includes(data.status) ? data.plan : null;
  return (
    <Rows>
      {accountStatus === 'trial' ? <Trial /> : null}
      {runs === null ? (
        planNames.map((name) => (
          <LinkRow
            key={name}
            href={`/square-subscribe?plan=${name}`}
            icon={CreditCard}
            title={texts.plans[name]}
            state={
              accountStatus === name
                ? texts.billing.current
                : texts.billing.price({ price: money(monthlyPrices[name]) })
            }
          />
        ))
      ) : (
        <LinkRow href={plan} icon={CreditCard} title={hub.plan} state={texts.plans[runs]} />
      )}
      <LinkRow href="/square-donate" icon={HeartHandshake} title={texts.billing.donate} />
    </Rows>
  );
}

function Trial() {
  const { tone, badge, meter } = useTrial();
  return (
    <LinkRow
      href={plan}
      icon={Clock}
      title={words.account.trial.title}
      note={<Progress {...meter} tone={tone} />}
      state={badge}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import * as site from '../../../contract/site.ts';
import { queryFor } from '../../data/query.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import { TrialCard } from '../../features/account/trial-card.tsx';
import { Billing } from '../../features/payments/billing.tsx';
import { words } from '../../words/words.ts';

export default function PlanPage() {
  const { data: config } = useQuery(queryFor(site.config, {}));
  return (
    <AccountPage title={words.hub.plan}>
      {config?.payments.enabled === false ? <p className="quietline">{words.hub.payments}</p> : null}
      <TrialCard />
      <Billing />
    </AccountPage>
  );
}

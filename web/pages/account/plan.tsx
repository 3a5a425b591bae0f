import { AccountPage } from '../../features/account/account-page.tsx';
import { TrialCard } from '../../features/account/trial-card.tsx';
import { Billing } from '../../features/payments/billing.tsx';
import { words } from '../../words/words.ts';

export default function PlanPage() {
  return (
    <AccountPage title={words.hub.plan}>
      <TrialCard />
      <Billing />
    </AccountPage>
  );
}

import { AccountPage } from '../../features/account/account-page.tsx';
import { ChoicesCard } from '../../features/account/choices-card.tsx';
import { DeliveryCard } from '../../features/delivery/delivery-card.tsx';
import { words } from '../../words/words.ts';

export default function ReachPage() {
  return (
    <AccountPage title={words.hub.reach}>
      <DeliveryCard />
      <ChoicesCard />
    </AccountPage>
  );
}

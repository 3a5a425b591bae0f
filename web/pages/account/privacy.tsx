import { AccountPage } from '../../features/account/account-page.tsx';
import { PrivacyCard } from '../../features/account/preferences/privacy-card.tsx';
import { BlockedPeople } from '../../features/blocking/blocked-people.tsx';
import { MutedPeople } from '../../features/blocking/muted-people.tsx';
import { PutAwayCard } from '../../features/timeline/put-away-card.tsx';
import { words } from '../../words/words.ts';

export default function PrivacyPage() {
  return (
    <AccountPage title={words.hub.privacy}>
      <PrivacyCard />
      <BlockedPeople />
      <MutedPeople />
      <PutAwayCard />
    </AccountPage>
  );
}

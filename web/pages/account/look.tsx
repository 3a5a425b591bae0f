import { AccountPage } from '../../features/account/account-page.tsx';
import { LanguageCard } from '../../features/account/preferences/language-card.tsx';
import { LookCard } from '../../features/account/preferences/look-card.tsx';
import { words } from '../../words/words.ts';

export default function LookPage() {
  return (
    <AccountPage title={words.hub.look} form>
      <LookCard />
      <LanguageCard />
    </AccountPage>
  );
}

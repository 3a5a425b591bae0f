import { AccountPage } from '../../features/account/account-page.tsx';
import { FactorRows } from '../../features/account/sign-in/factor-rows.tsx';
import { SessionsCard } from '../../features/account/sign-in/sessions-card.tsx';
import { words } from '../../words/words.ts';

export default function SignInPage() {
  return (
    <AccountPage title={words.hub.signIn}>
      <FactorRows />
      <SessionsCard />
    </AccountPage>
  );
}

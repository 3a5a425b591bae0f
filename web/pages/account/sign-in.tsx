import { AccountPage } from '../../features/account/account-page.tsx';
import { FactorsCard } from '../../features/account/sign-in/factors-card.tsx';
import { SessionsCard } from '../../features/account/sign-in/sessions-card.tsx';
import { SignInCard } from '../../features/account/sign-in/sign-in-card.tsx';
import { words } from '../../words/words.ts';

export default function SignInPage() {
  return (
    <AccountPage title={words.hub.signIn}>
      <SignInCard />
      <FactorsCard />
      <SessionsCard />
    </AccountPage>
  );
}

import { AccountPage } from '../../features/account/account-page.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { useUser } from '../../app/session.tsx';
import { words } from '../../words/words.ts';

export default function ProfilePage() {
  const user = useUser();
  return (
    <AccountPage title={words.pageTitles.profile} form>
      <section className="card pad" aria-label={words.pageTitles.profile}>
        <ProfileForm user={user} />
      </section>
    </AccountPage>
  );
}

import { BadgeCheck } from 'lucide-react';
import { useUser } from '../../app/session.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';
import { ProfileForm } from './profile-form.tsx';

const texts = words.account.profile;

export function ProfileCard() {
  const user = useUser();
  return (
    <section className="card pad" aria-labelledby="profile">
      <div className="row between mb-4.5">
        <h2 id="profile">{texts.title}</h2>
        {user.isVerified ? (
          <Badge tone="ok" icon={BadgeCheck}>
            {texts.verified}
          </Badge>
        ) : null}
      </div>
      <ProfileForm user={user} />
    </section>
  );
}

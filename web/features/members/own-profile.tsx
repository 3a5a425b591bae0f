import { useRef, useState } from 'react';
import type { Profile } from '../../../contract/members.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { ButtonLink } from '../../ui/form/links.tsx';
import { words } from '../../words/words.ts';
import { ProfileHead } from './profile-head.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.profile;

const EditProfileForm = lazyComponent(() => import('./edit-profile-form.tsx'));

/** The viewer's own profile, or the form to edit it. */
export function OwnProfile({ user, member }: { user: CurrentUser; member: Profile }) {
  const [editing, setEditing] = useState(false);
  const place = useRef<HTMLElement>(null);
  const done = () => {
    setEditing(false);
    // The form is closed and its button is rendered again: give it the focus.
    setTimeout(() => place.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  };
  return (
    <aside className="prg" ref={place}>
      {editing ? (
        <EditProfileForm user={user} onDone={done} fallback={<ProfileHead member={member} />} />
      ) : (
        <>
          <ProfileHead member={member} />
          <div className="pra column">
            <ButtonLink href="/my-account" kind="quiet">
              {texts.account}
            </ButtonLink>
            <Button
              kind="quiet"
              data-edit
              onClick={() => setEditing(true)}
              onPointerEnter={EditProfileForm.preload}
              onFocus={EditProfileForm.preload}
            >
              {texts.edit}
            </Button>
          </div>
        </>
      )}
    </aside>
  );
}

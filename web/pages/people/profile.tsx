import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import { Ban, Flag, CirclePlus, Ellipsis, Eye, EyeOff, ScanEye } from 'lucide-react';
import * as blocking from '../../../contract/blocking.ts';
import * as members from '../../../contract/members.ts';
import type { Person, CurrentUser } from '../../../contract/shapes.ts';
import type { Profile } from '../../../contract/members.ts';
import * as circles from '../../../contract/circles.ts';
import * as contacts from '../../../contract/contacts.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { displayName, handle } from '../../ui/people/person-name.ts';
import '../../features/members/profile.css';
import { ProfilePosts } from '../../features/posts/feed/profile-posts.tsx';
import { NothingHere, useTitle } from '../../app/not-found.tsx';
import { queryKey, queryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { ProfileHead } from '../../features/members/profile-head.tsx';
import { showSharing } from '../../app/dialogs/audience.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { useIsMuted, useSetMute } from '../../features/blocking/mute.ts';
import { MailLink } from '../../features/members/mail-link.tsx';
import { PrivacyNote } from '../../features/members/privacy-note.tsx';
import { AddToContactsButton } from '../../features/contacts/add-to-contacts-button.tsx';

const texts = words.profile;

const AddToCirclesDialog = lazyComponent(() => import('../../features/contacts/add-to-circles-dialog.tsx'));

/** Another member's profile: the visible details, the shared circles, and the possible actions. */
function OtherProfile({ member }: { member: Profile }) {
  const [open, setOpen] = useState<'add' | 'block' | 'report' | null>(null);
  const name = displayName(member);
  const muted = useIsMuted(member.id);
  const setMute = useSetMute();
  const connected = useQuery(queryFor(contacts.circlesOf, { id: member.id })).data ?? [];
  const own = useQuery(queryFor(circles.list, {})).data?.find((circle) => circle.isContacts);
  const close = () => setOpen(null);
  const menu = (
    <Menu
      trigger={{ icon: Ellipsis, label: texts.options }}
      items={[
        {
          key: 'mute',
          icon: muted ? Eye : EyeOff,
          label: muted ? words.muting.unmute({ name }) : words.muting.mute({ name }),
          disabled: muted === undefined || setMute.isPending,
          onSelect: () => setMute.mutate({ person: member, muted: !muted }),
        },
        {
          key: 'report',
          icon: Flag,
          label: words.reporting.member,
          onSelect: () => setOpen('report'),
        },
        {
          key: 'block',
          icon: Ban,
          label: words.blocking.block({ name }),
          tone: 'danger',
          onSelect: () => setOpen('block'),
        },
      ]}
    />
  );
  return (
    <aside className="prg">
      <ProfileHead member={member} menu={menu} />
      <div className="stack g12">
        <PrivacyNote of={member} />
        {muted ? <Alert icon={EyeOff}>{texts.muted({ name })}</Alert> : null}
        {connected.length > 0 ? (
          <p className="small mut row wrap g8">
            {texts.withYou} <AudienceMark circles={connected} />
          </p>
        ) : null}
        {member.byLetter ? null : (
          <>
            <div className="row items-start! g8">
              <AddToContactsButton
                className="grow"
                person={member}
                isContact={connected.some((circle) => circle.id === own?.id)}
              />
              <MailLink to={member} />
            </div>
            <Button kind="quiet" size="sm" icon={CirclePlus} onClick={() => setOpen('add')}>
              {words.contacts.person.add}
            </Button>
          </>
        )}
        <Button
          kind="quiet"
          size="sm"
          icon={ScanEye}
          onClick={() => showSharing({ kind: 'visibleMoments', person: member })}
        >
          {words.audience.visible({ name })}
        </Button>
      </div>
      {open === 'add' ? <AddToCirclesDialog person={member} onClose={close} /> : null}
      {open === 'report' ? (
        <ReportDialog targetType="user" targetId={member.id} person={member} onClose={close} />
      ) : null}
      {open === 'block' ? <BlockDialog person={member} act="block" onClose={close} /> : null}
    </aside>
  );
}

const EditProfileForm = lazyComponent(() => import('../../features/members/edit-profile-form.tsx'));

/** The viewer's own profile, or the form to edit it. */
function OwnProfile({ user, member }: { user: CurrentUser; member: Profile }) {
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

const profileTexts = words.blocking;

const BlockDialog = lazyComponent(() => import('../../features/blocking/block-dialog.tsx'));
const ReportDialog = lazyComponent(() => import('../../features/reporting/report-dialog.tsx'));

/** Replaces the profile of a member whom the viewer has blocked. Other viewers never see this page. */
function BlockedProfile({ person, onUnblocked }: { person: Person; onUnblocked: () => void }) {
  const [open, setOpen] = useState<'unblock' | 'report' | null>(null);
  const close = () => setOpen(null);
  const name = displayName(person);
  return (
    <main id="main">
      <div className="page stack g12 items-start">
        <h1>{profileTexts.blockedTitle({ name })}</h1>
        <p className="mut">{profileTexts.blockedText}</p>
        <div className="row wrap g8">
          <Button
            kind="quiet"
            icon={Ban}
            aria-label={profileTexts.unblockName({ name })}
            onClick={() => setOpen('unblock')}
          >
            {profileTexts.unblock}
          </Button>
          <Button kind="ghost" icon={Flag} onClick={() => setOpen('report')}>
            {words.reporting.member}
          </Button>
        </div>
      </div>
      {open === 'unblock' ? (
        <BlockDialog person={person} act="unblock" onClose={close} onDone={onUnblocked} />
      ) : null}
      {open === 'report' ? (
        <ReportDialog targetType="user" targetId={person.id} person={person} onClose={close} />
      ) : null}
    </main>
  );
}

/** `/profile` is one's own, `/profile/{username or id}` anybody's, one's own included. */
export default function ProfilePage() {
  const me = useUser();
  const { usernameOrId } = useParams();
  const asked = usernameOrId ?? me.id;
  const isOwn = asked === me.id || asked.toLowerCase() === me.username;
  return <MemberProfile key={isOwn ? me.id : asked} asked={isOwn ? me.id : asked} isOwn={isOwn} />;
}

function MemberProfile({ asked, isOwn }: { asked: string; isOwn: boolean }) {
  const me = useUser();
  const client = useQueryClient();
  const options = queryFor(members.profile, { usernameOrId: asked });
  const {
    data: member,
    error,
    refetch,
  } = useQuery({
    ...options,
    // No event announces changes of a bio, so always refetch.
    staleTime: 30_000,
    ...(isOwn && { placeholderData: { ...me, vouchedBy: null } }),
  });
  const gone = error instanceof ApiError && error.status === 404;
  useTitle(member && !gone && !isOwn ? displayName(member) : null);
  const refreshCount = useCallback(
    () => void client.invalidateQueries({ queryKey: queryKey(members.profile, { usernameOrId: asked }) }),
    [client, asked],
  );
  // A member who is no longer visible may still be in the cache; do not show them.
  if (gone) return <Gone asked={asked} onUnblocked={() => void refetch()} />;
  if (!member) {
    return (
      <main id="main">
        <div className="page stack g12 items-start">
          {error ? (
            <>
              <h1>{texts.failed}</h1>
              <p className="mut">{errorText(error, words.controls.unreachable)}</p>
              <Button kind="quiet" onClick={() => void refetch()}>
                {words.ui.tryAgain}
              </Button>
            </>
          ) : (
            <Loading words={texts.loading} />
          )}
        </div>
      </main>
    );
  }
  return (
    <main id="main">
      <div className="pw">
        {isOwn ? <OwnProfile user={me} member={member} /> : <OtherProfile member={member} />}
        <ProfilePosts
          memberId={member.id}
          name={isOwn ? null : displayName(member)}
          title={isOwn ? texts.ownPosts : texts.postsBy({ name: handle(member) ?? displayName(member) })}
          onDeleted={refreshCount}
        />
      </div>
    </main>
  );
}

/** The same 404 page as for unknown URLs, except for the viewer's own blocks, which can be undone here. */
function Gone({ asked, onUnblocked }: { asked: string; onUnblocked: () => void }) {
  const [path] = useLocation();
  const blocks = useQuery(queryFor(blocking.list, {}));
  const blocked = blocks.data?.find(
    (person) => person.id === asked || person.username === asked.toLowerCase(),
  );
  if (blocks.isPending) return <main id="main" aria-busy="true" className="min-h-screen" />;
  return blocked ? (
    <BlockedProfile person={blocked} onUnblocked={onUnblocked} />
  ) : (
    <NothingHere path={path} signedIn />
  );
}

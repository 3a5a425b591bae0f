import { useQuery } from '@tanstack/react-query';
import { Ban, CirclePlus, Ellipsis, Eye, EyeOff, Flag, ScanEye } from 'lucide-react';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import * as contacts from '../../../contract/contacts.ts';
import type { Profile } from '../../../contract/members.ts';
import { showSharing } from '../../app/dialogs/audience.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { useIsMuted, useSetMute } from '../blocking/mute.ts';
import { MailLink } from '../members/mail-link.tsx';
import { PrivacyNote } from '../members/privacy-note.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { ProfileHead } from '../members/profile-head.tsx';
import { AddToContactsButton } from './add-to-contacts-button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.profile;

const AddToCirclesDialog = lazyComponent(() => import('./add-to-circles-dialog.tsx'));
const BlockDialog = lazyComponent(() => import('../blocking/block-dialog.tsx'));
const ReportDialog = lazyComponent(() => import('../reporting/report-dialog.tsx'));

/** Another member's profile: the visible details, the shared circles, and the possible actions. */
export function OtherProfile({ member }: { member: Profile }) {
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

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Ban,
  Ellipsis,
  KeyRound,
  type LucideIcon,
  RotateCcw,
  ShieldCheck,
  ShieldOff,
  TimerOff,
} from 'lucide-react';
import { limits } from '../../../contract/limits.ts';
import type { ManagedMember, MemberAct } from '../../../contract/moderation.ts';
import { errorText } from '../../data/api.ts';
import '../../features/members/directory.css';
import { SearchField } from '../../features/members/search-field.tsx';
import { useDebounced } from '../../features/members/search.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { managedOf } from '../../features/moderation/managed-members.ts';
import { More } from '../../features/moderation/more.tsx';
import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Badge, ByLetter } from '../../ui/people/badge.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { date } from '../../words/dates.ts';
import { handle, displayName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from '../../features/members/verified-badge.tsx';

const texts = words.moderation.members;

const icons: Readonly<Record<MemberAct, LucideIcon>> = {
  suspend: TimerOff,
  restore: RotateCcw,
  ban: Ban,
  make_admin: ShieldCheck,
  remove_admin: ShieldOff,
};

/** The possible actions for a member in their state; for oneself, only stepping down. */
const actionsOn = (
  { isAdmin, byLetter, suspendedUntil, bannedAt }: ManagedMember,
  isMe: boolean,
): MemberAct[] => {
  if (isMe) return ['remove_admin'];
  if (bannedAt !== null) return ['restore'];
  return [
    ...(suspendedUntil === null ? [] : ['restore' as const]),
    ...(isAdmin ? ['remove_admin' as const] : byLetter ? [] : ['make_admin' as const]),
    ...(suspendedUntil === null ? ['suspend' as const] : []),
    'ban',
  ];
};

type Asked = MemberAct | 'reset_link';

interface MemberRowProps {
  member: ManagedMember;
  isMe: boolean;
  onAct: (action: Asked) => void;
}

/** A member with the state of their account, and what an administrator can do. */
function MemberRow({ member, isMe, onAct }: MemberRowProps) {
  const name = displayName(member);
  return (
    <li className="mrow row min-h-16 py-2.5">
      <PersonAvatar person={member} />
      <span className="grow min-w-0">
        <span className="row wrap gap-x-2! gap-y-1!">
          <b className="b wrap-anywhere">{name}</b>
          {isMe ? <Badge>{texts.you}</Badge> : null}
          <VerifiedBadge of={member} />
          <ByLetter of={member} />
          {member.isAdmin ? <Badge tone="info">{texts.admin}</Badge> : null}
          {member.suspendedUntil === null ? null : (
            <Badge tone="warn">{texts.suspended({ date: date(member.suspendedUntil) })}</Badge>
          )}
          {member.bannedAt === null ? null : (
            <Badge tone="bad">{texts.banned({ date: date(member.bannedAt) })}</Badge>
          )}
        </span>
        <span className="small mut trunc block empty:hidden">{handle(member)}</span>
      </span>
      <Menu
        trigger={{ icon: Ellipsis, label: texts.options({ name }) }}
        items={[
          ...(isMe || member.byLetter || member.bannedAt !== null
            ? []
            : [
                {
                  key: 'reset_link',
                  icon: KeyRound,
                  label: words.account.resetLink.open,
                  onSelect: () => onAct('reset_link'),
                },
              ]),
          ...actionsOn(member, isMe).map((action) => ({
            key: action,
            icon: icons[action],
            label: texts.acts[action],
            ...(action === 'ban' && { tone: 'danger' as const }),
            onSelect: () => onAct(action),
          })),
        ]}
      />
    </li>
  );
}

const ResetLinkDialog = lazyComponent(() => import('../../features/account/reset-link-dialog.tsx'));
const ActDialog = lazyComponent(() => import('../../features/moderation/act-dialog.tsx'));

/** Everybody with the state of their account, and what can be done about it. */
export default function AdminMembersPage() {
  const { user } = useSession();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<{ member: ManagedMember; action: Asked } | null>(null);
  const close = () => setAsked(null);
  const settled = useDebounced(typed.trim());
  const term = [...settled].length >= limits.searchMin ? settled : null;
  const list = useInfiniteQuery({
    ...managedOf(term),
    enabled: user?.isAdmin === true,
    placeholderData: keepPreviousData,
  });
  const members = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminArea path="/admin/members" intro={texts.newest}>
      <div className="dsearch" role="search">
        <SearchField label={texts.search} placeholder={texts.placeholder} value={typed} onChange={setTyped} />
      </div>
      <p className="vh" role="status">
        {term !== null && list.data && !list.isFetching ? texts.shown({ count: members.length }) : null}
      </p>
      {list.isPending ? <Loading words={texts.loading} /> : null}
      {list.error ? <p role="alert">{errorText(list.error, texts.failed)}</p> : null}
      {list.data && !list.isPlaceholderData && members.length === 0 ? (
        <div className="card">
          <EmptyState title={texts.none} text={term === null ? undefined : texts.noneText({ term })} />
        </div>
      ) : null}
      {members.length > 0 ? (
        <ul className="card list max-w-200 py-1!">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isMe={member.id === user?.id}
              onAct={(action) => setAsked({ member, action })}
            />
          ))}
        </ul>
      ) : null}
      <More query={list} />
      {asked?.action === 'reset_link' ? <ResetLinkDialog member={asked.member} onClose={close} /> : null}
      {asked && asked.action !== 'reset_link' ? (
        <ActDialog member={asked.member} action={asked.action} onClose={close} />
      ) : null}
    </AdminArea>
  );
}

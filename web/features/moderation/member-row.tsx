import { Ban, Ellipsis, type LucideIcon, RotateCcw, ShieldCheck, ShieldOff, TimerOff } from 'lucide-react';
import type { ManagedMember, MemberAct } from '../../../contract/moderation.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { handle, displayName } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/by-letter.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from '../members/verified-badge.tsx';

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

interface MemberRowProps {
  member: ManagedMember;
  isMe: boolean;
  onAct: (action: MemberAct) => void;
}

/** A member with the state of their account, and what an administrator can do. */
export function MemberRow({ member, isMe, onAct }: MemberRowProps) {
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
        items={actionsOn(member, isMe).map((action) => ({
          key: action,
          icon: icons[action],
          label: texts.acts[action],
          ...(action === 'ban' && { tone: 'danger' as const }),
          onSelect: () => onAct(action),
        }))}
      />
    </li>
  );
}

import { Ellipsis, Mail, UserMinus, UserPlus } from 'lucide-react';
import { Link } from 'wouter';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { ButtonLink, TextLink } from '../../ui/form/links.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/by-letter.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

const texts = words.circles.manage;

interface MemberListProps {
  circle: Circle;
  onRemove: (member: Member) => void;
  /** Offers a mailbox member an account. */
  onOfferAccount: (member: Member) => void;
}

/** Everyone in the circle, owner first. The owner sees how to remove each of the others. */
export function MemberList({ circle, ...handlers }: MemberListProps) {
  const invite = `/send-invitations?circleId=${circle.id}`;
  const alone = circle.members.every((member) => member.id === circle.creatorId);
  return (
    <section aria-labelledby="members" className="card members">
      <div className="row between">
        <h2 id="members" className="text-h3">
          {texts.membersTitle}
        </h2>
        {circle.isOwner && !alone ? (
          <TextLink href={invite} icon={Mail}>
            {texts.inviteByEmail}
          </TextLink>
        ) : null}
      </div>
      <ul className="list">
        {circle.members.map((member) => (
          <Row key={member.id} circle={circle} member={member} {...handlers} />
        ))}
      </ul>
      {alone && circle.isOwner ? (
        <EmptyState
          level={3}
          title={texts.empty}
          text={texts.emptyText}
          action={
            <ButtonLink href={invite} icon={Mail} className="mt-2">
              {texts.inviteFirst}
            </ButtonLink>
          }
        />
      ) : null}
    </section>
  );
}

function Row({ circle, member, onRemove, onOfferAccount }: MemberListProps & { member: Member }) {
  const name = displayName(member);
  const owns = member.id === circle.creatorId;
  return (
    <li className="row min-h-16 py-2.5">
      <PersonAvatar person={member} />
      <span className="grow">
        <span className="row wrap gap-x-2! gap-y-0!">
          <Link href={profilePath(member)} className="b wrap-anywhere min-w-0 no-underline hover:underline">
            {name}
          </Link>
          {owns ? <Badge>{words.circles.owner}</Badge> : null}
          <ByLetter of={member} />
        </span>
        {member.email === null ? null : <span className="small mut trunc block">{member.email}</span>}
      </span>
      {circle.isOwner && member.byLetter ? (
        <Menu
          trigger={{ icon: Ellipsis, label: words.mailbox.options({ name }) }}
          items={[
            {
              key: 'account',
              icon: UserPlus,
              label: words.mailbox.account.open,
              onSelect: () => onOfferAccount(member),
            },
            {
              key: 'remove',
              icon: UserMinus,
              label: texts.remove({ member: name, circle: circle.name }),
              tone: 'danger',
              onSelect: () => onRemove(member),
            },
          ]}
        />
      ) : null}
      {circle.isOwner && !owns && !member.byLetter ? (
        <IconButton
          icon={UserMinus}
          label={texts.remove({ member: name, circle: circle.name })}
          onClick={() => onRemove(member)}
        />
      ) : null}
    </li>
  );
}

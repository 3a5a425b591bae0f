import { Ellipsis, Mail, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { Badge, ByLetter } from '../../ui/people/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton, Button, ButtonLink } from '../../ui/form/button.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { SearchField, useFound } from '../members/search-field.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

const texts = words.circles.manage;
const { find } = words.contacts;

interface MemberListProps {
  circle: Circle;
  onRemove: (member: Member) => void;
  /** Offers a mailbox member an account. */
  onOfferAccount: (member: Member) => void;
}

/** From here on the list has a search, and pages of this size. */
const pageSize = 50;

const collator = new Intl.Collator(words.locale);

/** The owner, then everybody by name. */
const sorted = ({ members, creatorId }: Circle): Member[] =>
  members.toSorted(
    (a, b) =>
      Number(b.id === creatorId) - Number(a.id === creatorId) ||
      collator.compare(displayName(a), displayName(b)),
  );

const textOf = (member: Member): string => `${displayName(member)} ${member.email ?? ''}`;

/** Everyone in the circle, the owner first. The owner sees how to add people and to remove each of the others. */
export function MemberList({ circle, onAdd, ...handlers }: MemberListProps & { onAdd: () => void }) {
  const [pages, setPages] = useState(1);
  const alone = circle.members.every((member) => member.id === circle.creatorId);
  const hasPages = circle.members.length > pageSize;
  const { typed, setTyped, found } = useFound(sorted(circle), textOf);
  const shown = found.slice(0, pages * pageSize);
  return (
    <section aria-labelledby="members" className="card members">
      <div className="row between">
        <h2 id="members" className="text-h3">
          {words.circles.members({ count: circle.memberCount })}
        </h2>
        {circle.isOwner ? (
          <Button kind={alone ? 'primary' : 'quiet'} size="sm" icon={UserPlus} onClick={onAdd}>
            {words.circles.place.add}
          </Button>
        ) : null}
      </div>
      {hasPages ? (
        <div role="search" className="my-2">
          <SearchField label={find.label} value={typed} onChange={setTyped} />
          <p className="hint mt-1 empty:hidden" role="status">
            {found.length === 0 ? find.none : null}
          </p>
        </div>
      ) : null}
      <ul className="list" aria-label={texts.membersTitle}>
        {shown.map((member) => (
          <Row key={member.id} circle={circle} member={member} {...handlers} />
        ))}
      </ul>
      {shown.length < found.length ? (
        <Button kind="quiet" className="my-3" onClick={() => setPages(pages + 1)}>
          {words.circles.place.more({ count: Math.min(pageSize, found.length - shown.length) })}
        </Button>
      ) : null}
      {alone && circle.isOwner ? (
        <EmptyState
          level={3}
          title={texts.empty}
          text={texts.emptyText}
          action={
            <ButtonLink
              kind="quiet"
              href={`/send-invitations?circleId=${circle.id}`}
              icon={Mail}
              className="mt-2"
            >
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

import { Ellipsis, Mail, MessageCircleQuestionMark, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CircleMember, WholeCircle } from '../../../contract/circles.ts';
import type { Member } from '../../../contract/shapes.ts';
import { useUser } from '../../app/session.tsx';
import { Badge, ByLetter } from '../../ui/people/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconButton, Button, ButtonLink } from '../../ui/form/button.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { SearchField, useFound } from '../members/search-field.tsx';
import { runs, sorted, textOf } from './members.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

const texts = words.circles.manage;
const { find } = words.contacts;

interface MemberListProps {
  circle: WholeCircle;
  onRemove: (member: Member) => void;
  /** Asks a member of a shared circle a question, which only verified members do. */
  onAsk: (member: Member) => void;
  /** Offers a mailbox member an account. */
  onOfferAccount: (member: Member) => void;
}

/** From here on the list has a search, and pages of this size. */
const pageSize = 50;

/** Everyone in the circle, the owner first. The owner and the keepers see how to add people and to remove others. */
export function MemberList({ circle, onAdd, ...handlers }: MemberListProps & { onAdd: () => void }) {
  const [pages, setPages] = useState(1);
  const alone = circle.members.every((member) => member.id === circle.creatorId);
  const hasPages = circle.members.length > pageSize;
  const { typed, setTyped, found } = useFound(sorted(circle), textOf);
  const keepers = circle.members.filter(({ role }) => role === 'keeper').map(displayName);
  const shown = found.slice(0, pages * pageSize);
  return (
    <section aria-labelledby="members" className="card members">
      <div className="row between">
        <h2 id="members" className="text-h3">
          {words.circles.members({ count: circle.memberCount })}
        </h2>
        {runs(circle) ? (
          <Button kind={alone ? 'primary' : 'quiet'} size="sm" icon={UserPlus} onClick={onAdd}>
            {words.circles.place.add}
          </Button>
        ) : null}
      </div>
      {keepers.length > 0 ? (
        <p className="small">
          {words.circles.keepers.row({ count: keepers.length, names: keepers })}
          <span className="mut block">{words.circles.keepers.about}</span>
        </p>
      ) : null}
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

function Row({
  circle,
  member,
  onAsk,
  onRemove,
  onOfferAccount,
}: MemberListProps & { member: CircleMember }) {
  const name = displayName(member);
  const { role, addedBy } = member;
  // The owner removes keepers, too.
  const isBelow = circle.isOwner ? role !== 'owner' : circle.isKeeper && role === 'member';
  const me = useUser();
  const seen =
    member.email ??
    (member.byLetter
      ? words.mailbox.add.openNote
      : addedBy && words.circles.keepers.addedBy({ name: displayName(addedBy) }));
  const note = member.id === me.id ? words.circles.faces.you : seen;
  return (
    <ListItem className="row min-h-16 py-2.5">
      <PersonAvatar person={member} />
      <span className="grow">
        <span className="row wrap gap-x-2! gap-y-0!">
          <Link href={profilePath(member)} className="b wrap-anywhere min-w-0 no-underline hover:underline">
            {name}
          </Link>
          {role === 'owner' ? <Badge>{words.circles.owner}</Badge> : null}
          {role === 'keeper' ? <Badge>{words.circles.keeper}</Badge> : null}
          <ByLetter of={member} />
        </span>
        {note === null ? null : <span className="small mut wrap-anywhere block">{note}</span>}
      </span>
      {me.isVerified &&
      circle.kind === 'shared' &&
      member.id !== me.id &&
      (member.isVerified || !member.byLetter) ? (
        <IconButton
          icon={MessageCircleQuestionMark}
          label={words.questions.ask({ name })}
          aria-haspopup="dialog"
          onClick={() => onAsk(member)}
        />
      ) : null}
      {isBelow && member.byLetter ? (
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
      {isBelow && !member.byLetter ? (
        <IconButton
          icon={UserMinus}
          label={texts.remove({ member: name, circle: circle.name })}
          onClick={() => onRemove(member)}
        />
      ) : null}
    </ListItem>
  );
}

import { ArrowRightLeft, BookUser, Ellipsis, LogOut, Pencil, Trash2, UserPlus } from 'lucide-react';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CircleDot } from '../../ui/people/circle-dot.tsx';
import { ButtonLink } from '../../ui/form/links.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { effectOf } from './effect.ts';

const texts = words.circles.manage;
const { letters } = words.delivery;

/** Dialogs that the page's header can open. */
export type CircleAct = 'add' | 'edit' | 'delete' | 'leave' | 'hand-over';

interface CircleHeaderProps {
  circle: Circle;
  onAct: (act: CircleAct) => void;
}

/** Shows the circle's colour, name, description and count, and the actions that this member may do. */
export function CircleHeader({ circle, onAct }: CircleHeaderProps) {
  return (
    <section className="cmh">
      <div className="id">
        <CircleDot color={circle.color} size="x" />
        <div className="grow">
          <div className="row wrap g8">
            <h1 className="cname">{circle.name}</h1>
            {circle.isOwner ? <Badge>{words.circles.owner}</Badge> : null}
            {circle.kind === 'private' ? <Badge tone="line">{words.circles.private}</Badge> : null}
          </div>
          {circle.description === '' ? null : <p className="mut mt-1">{circle.description}</p>}
          <p className="small mut mt-1.5">{words.circles.members({ count: circle.memberCount })}</p>
          <p className="small mut">
            {circle.lettersCarry === 'content' ? letters.carryContent : letters.carryNames}
          </p>
          {circle.isContacts ? <p className="hint mt-1.5">{texts.contactsText}</p> : null}
        </div>
        {circle.isOwner && !circle.isContacts ? <OwnerMenu circle={circle} onAct={onAct} /> : null}
      </div>
      {circle.isOwner ? <OwnerActs circle={circle} onAct={onAct} /> : <MemberActs onAct={onAct} />}
    </section>
  );
}

function OwnerActs({ circle, onAct }: CircleHeaderProps) {
  return (
    <div className="stack g8">
      <ButtonLink href="/contacts" icon={BookUser}>
        {texts.addFromContacts}
      </ButtonLink>
      <p className="hint mb-2">{effectOf(circle)}</p>
      <div className="acts2">
        <Button kind="quiet" size="sm" icon={UserPlus} className="grow" onClick={() => onAct('add')}>
          {texts.addMembers}
        </Button>
        <Button kind="quiet" size="sm" icon={Pencil} className="grow" onClick={() => onAct('edit')}>
          {texts.edit}
        </Button>
      </div>
    </div>
  );
}

/** The rare actions of an owner: handing the circle over and deleting it. */
function OwnerMenu({ circle, onAct }: CircleHeaderProps) {
  // Members without an account cannot own a circle (MAILBOX-96).
  const isHeir = ({ id, byLetter }: Member) => id !== circle.creatorId && !byLetter;
  const handOver = {
    key: 'hand-over',
    icon: ArrowRightLeft,
    label: texts.handOver,
    onSelect: () => onAct('hand-over'),
  };
  return (
    <Menu
      trigger={{ icon: Ellipsis, label: texts.options }}
      items={[
        ...(circle.kind === 'shared' && circle.members.some(isHeir) ? [handOver] : []),
        {
          key: 'delete',
          icon: Trash2,
          label: texts.delete,
          tone: 'danger',
          onSelect: () => onAct('delete'),
        },
      ]}
    />
  );
}

function MemberActs({ onAct }: { onAct: (act: CircleAct) => void }) {
  return (
    <div className="acts2">
      <Button kind="quiet" size="sm" icon={LogOut} onClick={() => onAct('leave')}>
        {texts.leave}
      </Button>
    </div>
  );
}

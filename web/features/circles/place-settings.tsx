import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, LogOut, Pencil, Trash2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';
import type { OpenDialog } from './circle-dialogs.tsx';
import { PriorityArrows } from './priority-arrows.tsx';
import { useSetPriority } from './priority.ts';
import { runs } from './members.ts';

const texts = words.circles.manage;
const { amongMine, onlyForMe, forEveryone } = words.circles.place;
const { letters } = words.delivery;

const EditCircleForm = lazyComponent(() => import('./edit-circle-form.tsx'));

// Members without an account cannot own a circle.
const isHeir = (circle: Circle, { id, byLetter }: Member) => id !== circle.creatorId && !byLetter;

interface PlaceSettingsProps {
  circle: circles.WholeCircle;
  /** When moments reach the member, and their download. */
  own: ReactNode;
  /** Photos from elsewhere. */
  bring: ReactNode;
  onAct: (act: OpenDialog) => void;
}

/** Administers a circle: first for the member alone, then for everyone in it. */
export default function PlaceSettings({ circle, own, bring, onAct }: PlaceSettingsProps) {
  const [editing, setEditing] = useState(false);
  const keepers = circle.members.filter(({ role }) => role === 'keeper').map(({ firstName }) => firstName);
  if (editing) return <EditCircleForm circle={circle} onDone={() => setEditing(false)} />;
  return (
    <div className="stack g16">
      <h2>{onlyForMe}</h2>
      <PlaceAmongMine id={circle.id} />
      {own}
      {circle.isOwner ? null : (
        <>
          {circle.isKeeper ? null : (
            <>
              {bring}
              <Letters circle={circle} />
            </>
          )}
          <Button kind="quiet" icon={LogOut} onClick={() => onAct('leave')}>
            {texts.leave}
          </Button>
        </>
      )}
      {runs(circle) ? (
        <>
          <h2 className="mt-3">{forEveryone({ circle: circle.name })}</h2>
          {circle.isContacts ? <p className="hint">{texts.contactsText}</p> : null}
          <Button kind="quiet" icon={Pencil} onClick={() => setEditing(true)}>
            {texts.edit}
          </Button>
          <Letters circle={circle} />
          {bring}
          {circle.isOwner && circle.kind === 'shared' && circle.members.some((one) => isHeir(circle, one)) ? (
            <>
              <Button kind="quiet" icon={Users} onClick={() => onAct('keepers')}>
                {words.circles.keepers.row({ count: keepers.length, names: keepers })}
              </Button>
              <Button kind="quiet" icon={ArrowRightLeft} onClick={() => onAct('hand-over')}>
                {texts.handOver}
              </Button>
            </>
          ) : null}
          {circle.isContacts || !circle.isOwner ? null : (
            <Button kind="danger-quiet" icon={Trash2} onClick={() => onAct('delete')}>
              {texts.delete}
            </Button>
          )}
        </>
      ) : null}
    </div>
  );
}

/** The number decides the order of the member's circles, on Home and in every list. */
function PlaceAmongMine({ id }: { id: string }) {
  const { data } = useQuery(queryFor(circles.list, {}));
  const circle = data?.find((one) => one.id === id);
  const step = useSetPriority();
  if (!circle || !data || data.length < 2) return null;
  return (
    <section className="card row wrap between among" aria-labelledby="among-mine">
      <div>
        <h3 id="among-mine" className="text-h3">
          {amongMine}
        </h3>
        <p className="small mut">{words.circles.prioritiesHint}</p>
      </div>
      <PriorityArrows circle={circle} onStep={step} />
    </section>
  );
}

function Letters({ circle }: { circle: Circle }) {
  return (
    <p className="small mut">
      {circle.lettersCarry === 'content' ? letters.carryContent : letters.carryNames}
    </p>
  );
}

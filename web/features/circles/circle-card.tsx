import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link } from 'wouter';
import { limits } from '../../../contract/limits.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { CircleDot } from '../../ui/people/circle-dot.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { words } from '../../words/words.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

const texts = words.circles;
const maxAvatars = 3;

interface CircleCardProps {
  circle: Circle;
  index: number;
  /** Given in priority mode: shows the priority with its arrows. */
  onStep?: ((circle: Circle, step: 1 | -1) => void) | undefined;
}

/** One circle in the list, leading to its page. */
export function CircleCard({ circle, index, onStep }: CircleCardProps) {
  return (
    <li className="crd">
      <Link className="crd-a" href={`/circle-management?id=${circle.id}`}>
        <CircleDot color={circle.color} variant={index} />
        <span className="grow">
          <span className="cname crd-n">{circle.name}</span>
          {circle.description === '' ? null : <span className="small mut crd-d">{circle.description}</span>}
          <span
            className={`row wrap gap-x-2.5 gap-y-1 ${onStep ? 'mt-1 md:mt-2 md:min-h-8' : 'mt-2 min-h-8'}`}
          >
            {circle.members.length === 0 ? null : (
              <span className={onStep ? 'facepile desk' : 'facepile'}>
                {circle.members.slice(0, maxAvatars).map((member) => (
                  <PersonAvatar key={member.id} person={member} size="sm" />
                ))}
              </span>
            )}
            <span className="small mut">{texts.members({ count: circle.memberCount })}</span>
            {circle.kind === 'private' && !circle.isContacts ? (
              <Badge tone="line">{texts.private}</Badge>
            ) : null}
          </span>
        </span>
      </Link>
      {onStep ? <Arrows circle={circle} onStep={onStep} /> : null}
    </li>
  );
}

function Arrows({ circle, onStep }: { circle: Circle; onStep: (circle: Circle, step: 1 | -1) => void }) {
  return (
    <span className="prc">
      <IconButton
        box
        icon={ArrowUp}
        label={texts.raise({ name: circle.name })}
        disabled={circle.priority >= limits.priority}
        onClick={() => onStep(circle, 1)}
      />
      <span className="prn" aria-live="polite">
        {texts.priority({ value: circle.priority })}
      </span>
      <IconButton
        box
        icon={ArrowDown}
        label={texts.lower({ name: circle.name })}
        disabled={circle.priority <= 0}
        onClick={() => onStep(circle, -1)}
      />
    </span>
  );
}

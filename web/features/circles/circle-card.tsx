import { Link } from 'wouter';
import type { CircleStrip } from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';
import { placeOf } from './place.ts';
import { PriorityArrows } from './priority-arrows.tsx';
import { Strip } from './strip.tsx';

const texts = words.circles;

interface CircleCardProps {
  circle: Circle;
  index: number;
  /** Its newest photos and number of new moments, once they are known. */
  strip: CircleStrip | undefined;
  /** Given in priority mode: shows the priority with its arrows. */
  onStep?: ((circle: Circle, step: 1 | -1) => void) | undefined;
}

/** One circle in the list, leading to its page. */
export function CircleCard({ circle, index, strip, onStep }: CircleCardProps) {
  return (
    <li className="crd" style={{ '--c': circle.color }}>
      <Link className="crd-a" href={placeOf(circle.id)}>
        {onStep ? null : <Strip photos={strip?.photos} variant={index} />}
        <span className="crd-b">
          <span className="grow">
            <span className="cname crd-n">
              <i className="crd-dot" aria-hidden="true" />
              {circle.name}
            </span>
            {circle.description === '' ? null : <span className="small mut crd-d">{circle.description}</span>}
          </span>
          <span className="crd-m">
            <span className="small mut">{texts.members({ count: circle.memberCount })}</span>
            {strip && strip.newCount > 0 ? (
              <span className="small new-mark">{texts.new({ count: strip.newCount })}</span>
            ) : null}
            {circle.kind === 'private' && !circle.isContacts ? (
              <Badge tone="line">{texts.private}</Badge>
            ) : null}
          </span>
        </span>
      </Link>
      {onStep ? <PriorityArrows circle={circle} onStep={onStep} /> : null}
    </li>
  );
}

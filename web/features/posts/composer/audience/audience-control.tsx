import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Circle } from '../../../../../contract/shapes.ts';
import { errorText } from '../../../../data/api.ts';
import { Button, TextLink } from '../../../../ui/form/button.tsx';
import { lazyComponent } from '../../../../ui/hooks/lazy-component.tsx';
import { useChanged } from '../../../../ui/hooks/roving.ts';
import { Ring } from '../../../../ui/pencil/ring.tsx';
import { words } from '../../../../words/words.ts';
import { type Audience, chosenAmong, useAudience } from './audience-line.tsx';

const texts = words.compose.circles;

const AudienceSheet = lazyComponent(() => import('./audience-sheet.tsx'));

interface AudienceControlProps {
  /** The query of the member's circles. */
  list: UseQueryResult<Circle[]>;
  audience: Audience;
  /** Nobody in the circles can be left out. */
  circlesOnly?: boolean;
  disabled: boolean;
  onChange: (changed: Partial<Audience>) => void;
}

/** For whom something is: the names of the circles and the number of people, ringed. Opens the sheet to change it. */
export function AudienceControl(props: AudienceControlProps) {
  const { list, audience, disabled } = props;
  const [open, setOpen] = useState(false);
  const chosen = chosenAmong(list.data, audience.circleIds);
  const { count } = useAudience({ ...audience, circleIds: chosen.map(({ id }) => id) });
  const draws = useChanged(list.data && chosen.map(({ id }) => id).join(' '));
  // Before the connection may be lost, but not for somebody who only looks at the page.
  useEffect(() => {
    const events = ['pointerdown', 'keydown'];
    for (const event of events) addEventListener(event, AudienceSheet.preload, { once: true });
    return () => {
      for (const event of events) removeEventListener(event, AudienceSheet.preload);
    };
  }, []);
  if (!list.data && list.error) {
    return (
      <div className="row wrap g8 grow" role="alert">
        <p>{errorText(list.error, words.controls.circlesFailed)}</p>
        <Button kind="quiet" size="sm" onClick={() => void list.refetch()}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  const names = chosen.map(({ name }) => name);
  const size = count === null ? null : words.compose.audience.size({ count });
  const isNone = chosen.length === 0;
  return (
    <>
      <button
        type="button"
        className={isNone ? 'audc none' : 'audc'}
        style={{ '--c': chosen[0]?.color }}
        aria-haspopup="dialog"
        disabled={disabled || !list.data}
        onClick={() => setOpen(true)}
      >
        {isNone ? null : <Ring shape="wide" variant={2} draw={draws} />}
        {isNone ? null : (
          <span className="o" aria-hidden="true">
            {chosen.slice(0, 3).map(({ id, color }) => (
              <i key={id} style={{ '--c': color }} />
            ))}
          </span>
        )}
        <span className="trunc">
          {isNone ? (list.data ? texts.title : words.controls.circlesLoading) : names.join(', ')}
        </span>
        {isNone || size === null ? null : <span className="size">· {size}</span>}
        {isNone ? null : <span className="vh">{texts.change}</span>}
        <ChevronDown aria-hidden="true" />
      </button>
      {open && list.data ? (
        <AudienceSheet {...props} circles={list.data} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** For a member without circles: where to make one. */
export function NoCircles({ list }: Pick<AudienceControlProps, 'list'>) {
  return list.data?.every((circle) => circle.isContacts) ? (
    <p className="tell">
      {texts.none} <TextLink href="/circles">{texts.link}</TextLink>
    </p>
  ) : null;
}

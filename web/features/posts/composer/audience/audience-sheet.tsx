import { Check, MailX, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../../../contract/shapes.ts';
import { useUser } from '../../../../app/session.tsx';
import { MorePages } from '../../../../ui/feedback/loading.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { Switch } from '../../../../ui/form/text-field.tsx';
import { lazyComponent } from '../../../../ui/hooks/lazy-component.tsx';
import { ActRow } from '../../../../ui/layout/rows.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/overlay/dialog.tsx';
import { CircleDot } from '../../../../ui/people/badge.tsx';
import { firstTwo } from '../../../../words/names.ts';
import { words } from '../../../../words/words.ts';
import { SearchField, useFound } from '../../../members/search-field.tsx';
import { type Audience, chosenAmong, useAudience } from './audience-line.tsx';
import './audience-sheet.css';
import { recentCircles } from './last-audience.ts';

const texts = words.compose;

const LeftOutDialog = lazyComponent(() => import('./left-out-dialog.tsx'));

/** From so many circles on there is a search, and the last ones come first. */
const searchFrom = 8;
/** How many rows are added at a time. */
const pageSize = 50;

const byName = new Intl.Collator(words.locale, { numeric: true });

interface AudienceSheetProps {
  circles: readonly Circle[];
  audience: Audience;
  circlesOnly?: boolean;
  onChange: (changed: Partial<Audience>) => void;
  onClose: () => void;
}

/** Chooses the circles, and who in them is left out. */
export default function AudienceSheet({
  circles,
  audience,
  circlesOnly = false,
  onChange,
  onClose,
}: AudienceSheetProps) {
  const me = useUser();
  const [most, setMost] = useState(pageSize);
  const [recentIds] = useState(() => recentCircles(me.id));
  const chosen = chosenAmong(circles, audience.circleIds).map(({ id }) => id);
  const { count } = useAudience({ ...audience, circleIds: chosen });
  const isLong = circles.length >= searchFrom;
  const byNames = circles.toSorted((a, b) => byName.compare(a.name, b.name));
  const { typed, setTyped, wanted, found } = useFound(byNames, ({ name }) => name);
  const recent =
    isLong && wanted === ''
      ? recentIds.flatMap((id) => circles.find((circle) => circle.id === id) ?? [])
      : [];
  const list = (label: string, some: readonly Circle[]) => (
    <fieldset className="picks" aria-label={label}>
      {isLong && wanted === '' ? <legend className="small mut">{label}</legend> : null}
      {some.map((circle) => (
        <CircleRow
          key={circle.id}
          circle={circle}
          checked={chosen.includes(circle.id)}
          onCheck={(isChosen) =>
            onChange({
              circleIds: isChosen ? [...chosen, circle.id] : chosen.filter((id) => id !== circle.id),
            })
          }
        />
      ))}
    </fieldset>
  );
  return (
    <Dialog open onClose={onClose} title={texts.circles.title} isRead>
      <DialogBody>
        {isLong ? (
          <SearchField
            label={texts.circles.search({ count: circles.length })}
            value={typed}
            onChange={setTyped}
          />
        ) : null}
        <p className={wanted === '' || found.length > 0 ? 'vh' : 'mut mt-4'} role="status">
          {wanted === '' ? '' : texts.circles.found({ count: found.length })}
        </p>
        {recent.length > 0 ? list(texts.circles.recent, recent) : null}
        {list(texts.circles.all, found.slice(0, most))}
        <MorePages
          query={{
            hasNextPage: found.length > most,
            isFetchingNextPage: false,
            isFetchNextPageError: false,
            fetchNextPage: () => setMost((now) => now + pageSize),
          }}
        />
      </DialogBody>
      <DialogFooter>
        <div className="stack g8 w-full">
          {circlesOnly || chosen.length === 0 ? null : (
            <WhoNot audience={{ ...audience, circleIds: chosen }} onChange={onChange} />
          )}
          <Button full onClick={onClose}>
            {chosen.length === 0 || count === null
              ? words.controls.done
              : texts.circles.done({ size: texts.audience.size({ count }) })}
          </Button>
        </div>
      </DialogFooter>
    </Dialog>
  );
}

interface CircleRowProps {
  circle: Circle;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

/** A circle with its number of people; ringed when it is chosen. */
function CircleRow({ circle: { name, color, memberCount, kind }, checked, onCheck }: CircleRowProps) {
  const size = texts.audience.size({ count: memberCount - 1 });
  return (
    <label className="pick-row" style={{ '--c': color }}>
      <input
        type="checkbox"
        name="circles"
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
      {checked ? <CircleDot color={color} /> : <span className="cdot" aria-hidden="true" />}
      <span className="cname">{name}</span>{' '}
      <span className="small mut">{kind === 'private' ? texts.circles.private({ size }) : size}</span>
      <Check aria-hidden="true" className={checked ? undefined : 'invisible'} />
    </label>
  );
}

type WhoNotProps = Omit<AudienceSheetProps, 'circles' | 'circlesOnly' | 'onClose'>;

/** Hides the moment from members of the chosen circles, and from those who take part by e-mail, where there are some. */
function WhoNot({ audience, onChange }: WhoNotProps) {
  const [hiding, setHiding] = useState(false);
  const { byLetter } = useAudience(audience);
  const { circleIds, leftOut, withoutLetters } = audience;
  const names = firstTwo(byLetter);
  return (
    <>
      <ul>
        <ActRow
          icon={UserRoundX}
          title={texts.leftOut.open}
          note={texts.leftOut.note}
          state={
            leftOut.length > 0
              ? texts.leftOut.names({ names: firstTwo(leftOut.map(({ name }) => name)) })
              : null
          }
          opens
          onPress={() => setHiding(true)}
        />
        {byLetter.length > 0 || withoutLetters ? (
          <li className="row g12">
            <MailX aria-hidden="true" />
            <Switch
              label={texts.audience.leaveOut({ names, count: byLetter.length })}
              hint={texts.audience.leaveOutHint({ count: byLetter.length })}
              checked={withoutLetters}
              onChange={(next) => onChange({ withoutLetters: next })}
            />
          </li>
        ) : null}
      </ul>
      {hiding ? (
        <LeftOutDialog
          circleIds={circleIds}
          leftOut={leftOut}
          onChange={(next) => onChange({ leftOut: next })}
          onClose={() => setHiding(false)}
        />
      ) : null}
    </>
  );
}

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Circle } from '../../../contract/shapes.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { words } from '../../words/words.ts';
import { date } from '../../words/dates.ts';
import type { FoundAlbum, FoundItem } from './archive/found.ts';
import { PhotoTicks } from './photo-ticks.tsx';
import { thingsIn } from './record.ts';
import { Thumbnail } from './thumbnail.tsx';

/** The first and the last day of photos; empty if no day is known yet. */
const daysOf = (items: readonly FoundItem[]): string => {
  const days = items
    .flatMap(({ takenOn }) => takenOn ?? [])
    .toSorted((one, other) => one.localeCompare(other));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  // Noon, so that no time zone shows the day before.
  const [from, to] = [date(`${first}T12:00:00`), date(`${last}T12:00:00`)];
  return from === to ? from : `${from} – ${to}`;
};

const texts = words.imports;
const coverCount = 4;

interface FoundAlbumProps {
  album: FoundAlbum;
  ticked: ReadonlySet<string>;
  /** Null for the member alone. */
  circleId: string | null;
  circles: readonly Circle[];
  onTick: (keys: readonly string[], on: boolean) => void;
  onCircle: (circleId: string | null) => void;
}

/** An album of the archive: ticked as a whole or photo by photo, and who will see it. */
export function FoundAlbumCard({ album, ticked, circleId, circles, onTick, onCircle }: FoundAlbumProps) {
  const { title, items } = album;
  const box = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = items.filter(({ key }) => ticked.has(key)).length;
  const isPart = count > 0 && count < items.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <li className="card im-album">
      <div className="im-head">
        <label className="im-tick">
          <input
            ref={box}
            type="checkbox"
            aria-label={texts.tickAlbum({ title })}
            checked={count === items.length}
            onChange={({ currentTarget: { checked } }) =>
              onTick(
                items.map(({ key }) => key),
                checked,
              )
            }
          />
        </label>
        <div className="grow im-name">
          <h3>{title}</h3>
          <p className="small mut num">
            {[texts.album({ isPart, ticked: count, ...thingsIn(items) }), daysOf(items)]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
        </div>
        <IconButton
          icon={isOpen ? ChevronUp : ChevronDown}
          label={isOpen ? texts.closeAlbum({ title }) : texts.openAlbum({ title })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen ? (
        <PhotoTicks items={items} ticked={ticked} label={texts.tickPhoto} onTick={onTick} />
      ) : (
        <div className="im-cover" aria-hidden="true">
          {items.slice(0, coverCount).map((item) => (
            <Thumbnail key={item.key} item={item} />
          ))}
        </div>
      )}
      {count > 0 ? (
        <div className="im-circle">
          <Select
            label={texts.circle({ title })}
            value={circleId ?? ''}
            options={[
              { value: '', label: texts.onlyMe },
              ...circles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => onCircle(value === '' ? null : value)}
          />
        </div>
      ) : null}
    </li>
  );
}

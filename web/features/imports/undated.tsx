import { useEffect, useRef, useState } from 'react';
import { isTakenDay } from '../../../contract/text/taken-day.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import type { FoundAlbum, FoundItem } from './archive/found.ts';
import { thingsIn } from './record.ts';
import { PhotoTicks } from './photo-ticks.tsx';

const texts = words.imports;

interface UndatedProps {
  albums: readonly FoundAlbum[];
  items: readonly FoundItem[];
  onDays: (days: ReadonlyMap<string, string>) => void;
  onLeaveOut: (keys: readonly string[]) => void;
}

/** Asks for the day of photos whose day nothing names: today would be wrong. */
export function Undated({ albums, items, onDays, onLeaveOut }: UndatedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const keys = new Set(items.map(({ key }) => key));
  const groups = albums
    .map((album) => ({ album, undated: album.items.filter(({ key }) => keys.has(key)) }))
    .filter(({ undated }) => undated.length > 0);
  if (groups.length === 0) return null;
  return (
    <section className="card pad stack g16" aria-labelledby="undated">
      <div>
        <h2 id="undated" ref={heading} tabIndex={-1}>
          {texts.undatedTitle({ ...thingsIn(items) })}
        </h2>
        <p className="mut mt-2">{texts.undatedText}</p>
      </div>
      {groups.map(({ album, undated }) => (
        <Group
          key={album.key}
          title={album.title}
          items={undated}
          onDay={(keysOf, day) => onDays(new Map(keysOf.map((key) => [key, day])))}
          onLeaveOut={onLeaveOut}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  title: string;
  items: readonly FoundItem[];
  onDay: (keys: readonly string[], day: string) => void;
  onLeaveOut: (keys: readonly string[]) => void;
}

/** The photos of an album: a day is entered for those that are chosen, at first for all. */
function Group({ title, items, onDay, onLeaveOut }: GroupProps) {
  const [day, setDay] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter(({ key }) => !others.has(key));
  const keys = chosen.map(({ key }) => key);
  const choose = (some: readonly string[], on: boolean) => {
    const next = new Set(others);
    for (const key of some) {
      if (on) next.delete(key);
      else next.add(key);
    }
    setOthers(next);
  };
  const all = items.map(({ key }) => key);
  return (
    <div className="stack g12">
      <div className="row wrap g8">
        <h3 className="grow">{title}</h3>
        {items.length > 1 ? (
          <Button kind="ghost" size="sm" onClick={() => choose(all, chosen.length < items.length)}>
            {chosen.length < items.length ? texts.tickAll : texts.untickAll}
          </Button>
        ) : null}
      </div>
      <PhotoTicks items={items} ticked={new Set(keys)} label={texts.undatedPhoto} hasNames onTick={choose} />
      <TextField
        type="date"
        label={texts.undatedAlbum({ title })}
        value={day}
        error={isWrong ? texts.dayInvalid : undefined}
        onChange={({ currentTarget: { value } }) => {
          setWrong(false);
          setDay(value);
        }}
      />
      <div className="row wrap g8">
        <Button
          size="sm"
          disabled={chosen.length === 0}
          onClick={() => {
            if (!isTakenDay(day)) return setWrong(true);
            onDay(keys, day);
            setOthers(new Set());
          }}
        >
          {texts.undatedFor({ ...thingsIn(chosen) })}
        </Button>
        <Button
          kind="quiet"
          size="sm"
          disabled={chosen.length === 0}
          onClick={() => {
            onLeaveOut(keys);
            setOthers(new Set());
          }}
        >
          {texts.leaveUndated}
        </Button>
      </div>
    </div>
  );
}

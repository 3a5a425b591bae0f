import { useEffect, useRef, useState } from 'react';
import { isTakenDay } from '../../../contract/text/taken-day.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import type { FoundAlbum, FoundItem } from './archive/found.ts';
import { thingsIn } from './record.ts';
import { Thumbnail } from './thumbnail.tsx';

const texts = words.imports;
const shownCount = 12;

interface UndatedProps {
  albums: readonly FoundAlbum[];
  items: readonly FoundItem[];
  onDays: (days: ReadonlyMap<string, string>) => void;
  onLeaveOut: (keys: readonly string[]) => void;
}

/** Asks for the day of photos whose day nothing names: today would be wrong (IMPORT-2). */
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
          {texts.undatedTitle(thingsIn(items))}
        </h2>
        <p className="mut mt-2">{texts.undatedText}</p>
      </div>
      {groups.map(({ album, undated }) => (
        <Group
          key={album.key}
          title={album.title}
          items={undated}
          onDay={(day) => onDays(new Map(undated.map(({ key }) => [key, day])))}
          onLeaveOut={() => onLeaveOut(undated.map(({ key }) => key))}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  title: string;
  items: readonly FoundItem[];
  onDay: (day: string) => void;
  onLeaveOut: () => void;
}

function Group({ title, items, onDay, onLeaveOut }: GroupProps) {
  const [day, setDay] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <div className="stack g12">
      <div className="im-cover" aria-hidden="true">
        {items.slice(0, shownCount).map((item) => (
          <Thumbnail key={item.key} item={item} />
        ))}
      </div>
      <TextField
        type="date"
        label={texts.undatedAlbum(title)}
        value={day}
        error={isWrong ? texts.dayInvalid : undefined}
        onChange={({ currentTarget: { value } }) => {
          setWrong(false);
          setDay(value);
        }}
      />
      <div className="row wrap g8">
        <Button size="sm" onClick={() => (isTakenDay(day) ? onDay(day) : setWrong(true))}>
          {texts.undatedFor(thingsIn(items))}
        </Button>
        <Button kind="quiet" size="sm" onClick={onLeaveOut}>
          {texts.leaveUndated}
        </Button>
      </div>
    </div>
  );
}

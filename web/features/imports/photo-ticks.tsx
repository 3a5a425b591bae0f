import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import type { FoundItem } from './archive/found.ts';
import { nameOf } from './archive/source-file.ts';
import { Thumbnail } from './thumbnail.tsx';

const texts = words.imports;
const pageSize = 60;

interface PhotoTicksProps {
  items: readonly FoundItem[];
  ticked: ReadonlySet<string>;
  /** The accessible name of a tick, by the name of the photo. */
  label: (gaps: { name: string }) => string;
  /** Shows the names of the files, which often have a day. */
  hasNames?: boolean;
  onTick: (keys: readonly string[], on: boolean) => void;
}

/** Photos that are ticked one by one, some at first and more on demand. */
export function PhotoTicks({ items, ticked, label, hasNames = false, onTick }: PhotoTicksProps) {
  const [shown, setShown] = useState(pageSize);
  const left = items.length - shown;
  return (
    <>
      <ul className="im-items">
        {items.slice(0, shown).map((item) => (
          <li key={item.key}>
            <label>
              <Thumbnail item={item} />
              <input
                type="checkbox"
                aria-label={label({ name: item.file ? nameOf(item.key) : item.words })}
                checked={ticked.has(item.key)}
                onChange={({ currentTarget: { checked } }) => onTick([item.key], checked)}
              />
              {hasNames ? <span className="im-caption small mut">{nameOf(item.key)}</span> : null}
            </label>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <div className="im-more">
          <Button kind="quiet" size="sm" onClick={() => setShown(shown + 4 * pageSize)}>
            {texts.more({ count: Math.min(left, 4 * pageSize) })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

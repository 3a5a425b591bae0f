// Loads after the first screen of a member with many circles.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { queryFor } from '../../data/query.ts';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';
import { SearchField, useFound } from '../members/search-field.tsx';

const texts = words.circles.sheet;

interface MoreCirclesProps {
  chosen: string | null;
  onChoose: (circleId: string) => void;
  className: string;
}

/** Opens the list of all circles. */
export default function MoreCircles({ className, ...choice }: MoreCirclesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.more}
      </button>
      {isOpen ? <CircleSheet {...choice} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type CircleSheetProps = Omit<MoreCirclesProps, 'className'> & { onClose: () => void };

/** All circles by name, with a search, to choose one. */
function CircleSheet({ chosen, onChoose, onClose }: CircleSheetProps) {
  const { data: own = [] } = useQuery(queryFor(circles.list, {}));
  const { typed, setTyped, found } = useFound(own, ({ name }) => name);
  return (
    <Dialog open isRead onClose={onClose} title={texts.title}>
      <DialogBody>
        <div role="search">
          <SearchField label={texts.search} value={typed} onChange={setTyped} />
          <p className="hint mt-1" role="status">
            {texts.found({ count: found.length })}
          </p>
        </div>
        <ul className="stack">
          {found
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map(({ id, name, color }) => (
              <li key={id} className="stack">
                <button
                  type="button"
                  className="sidef"
                  aria-current={id === chosen ? 'true' : undefined}
                  style={{ '--c': color }}
                  onClick={() => {
                    onClose();
                    onChoose(id);
                  }}
                >
                  <span className="lb">
                    {id === chosen ? <Ring shape="wide" /> : null}
                    <i aria-hidden="true" />
                    {name}
                  </span>
                </button>
              </li>
            ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}

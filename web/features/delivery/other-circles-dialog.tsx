import { useState } from 'react';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';
import { SearchField } from '../members/search-field.tsx';
import { CircleRow } from './circle-row.tsx';
import { useNamedChoices } from './named-choices.ts';

const texts = words.delivery;

/** From so many circles on there is a search. */
const searchFrom = 8;

/** All circles, each with its choice. */
export default function OtherCirclesDialog({ onClose }: { onClose: () => void }) {
  const { choices = [] } = useNamedChoices();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase(words.locale);
  const found = choices.filter(({ name }) => name.toLocaleLowerCase(words.locale).includes(wanted));
  return (
    <Dialog open onClose={onClose} title={texts.different} isRead>
      <DialogBody>
        {choices.length < searchFrom ? null : (
          <div className="mb-3">
            <SearchField label={texts.search} placeholder={texts.search} value={typed} onChange={setTyped} />
          </div>
        )}
        <p className={found.length > 0 ? 'vh' : 'mut'} role="status">
          {wanted === '' ? '' : texts.found({ count: found.length })}
        </p>
        <Rows>
          {found.map((one) => (
            <CircleRow key={one.circleId} {...one} />
          ))}
        </Rows>
      </DialogBody>
    </Dialog>
  );
}

import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';
import { SearchField, useFound } from '../members/search-field.tsx';
import { CircleRow } from './circle-row.tsx';
import { useNamedChoices } from './named-choices.ts';

const texts = words.delivery;

/** From so many circles on there is a search. */
const searchFrom = 8;

/** All circles, each with its choice. */
export default function OtherCirclesDialog({ onClose }: { onClose: () => void }) {
  const { choices = [] } = useNamedChoices();
  const { typed, setTyped, wanted, found } = useFound(choices, ({ name }) => name);
  return (
    <Dialog open onClose={onClose} title={texts.different} isRead>
      <DialogBody>
        {choices.length < searchFrom ? null : (
          <div className="mb-3">
            <SearchField label={texts.search} value={typed} onChange={setTyped} />
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

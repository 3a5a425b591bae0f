import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { Circle } from '../../../../contract/shapes.ts';
import type { Item } from '../../../outbox/item.ts';
import { removeItems } from '../../../outbox/outbox.ts';
import { useFileUrl, usePart } from '../../../outbox/use-outbox.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/overlay/confirm.ts';
import { words } from '../../../words/words.ts';
import { PhotoPreview } from '../../media/photo-preview.tsx';
import { chosenAmong } from '../composer/audience/audience-line.tsx';
import '../composer/compose.css';
import '../composer/photos/photos.css';
import { DaysSwitch } from '../composer/days-switch.tsx';
import { ShareBar } from '../composer/audience/share-bar.tsx';
import { changeDaily } from './daily-item.ts';
import { DailyInput } from './daily-request.ts';

interface DailyFormProps {
  item: Item;
  /** The query of the member's circles. */
  list: UseQueryResult<Circle[]>;
  onChange: () => void;
  onShare: (circleIds: readonly string[]) => void;
  /** Whether the photo is being sent. */
  sending: boolean;
  onCancel: () => void;
}

/** The form for the daily photo. Its audience defaults to the last one. */
export function DailyForm({ item, list, onChange, onShare, sending, onCancel }: DailyFormProps) {
  const [isAsking, setAsking] = useState(false);
  const preview = useFileUrl(item);
  const progress = usePart([item]);
  const draft = DailyInput.parse(item.input);
  const circleIds = chosenAmong(list.data, draft.circleIds).map(({ id }) => id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!sending && circleIds.length > 0) onShare(circleIds);
  };
  return (
    <form noValidate className="stack g20" onSubmit={submit}>
      <div className="drop daily">
        <PhotoPreview src={preview ?? ''} alt={words.dailyPhoto.photo} name={draft.name} />
        <Button kind="quiet" size="sm" className="pick-more" disabled={sending} onClick={onChange}>
          {words.dailyPhoto.different}
        </Button>
      </div>
      <DaysSwitch
        keepsDays={draft.keepsDays}
        disabled={sending}
        onChange={(next) => changeDaily(item, { keepsDays: next })}
      />
      <ShareBar
        list={list}
        audience={draft}
        onAudience={(changed) => changeDaily(item, changed)}
        isEmpty={item.state === 'reading'}
        progress={sending ? progress : null}
        heavy
        onCancel={onCancel}
      />
      <Button
        kind="ghost"
        size="sm"
        icon={Trash2}
        className="text-danger-text! self-start"
        disabled={sending}
        onPointerEnter={Confirm.preload}
        onClick={() => setAsking(true)}
      >
        {words.compose.bar.discard}
      </Button>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          {...words.dailyPhoto.discardDialog}
          onConfirm={() => removeItems([item.id])}
        />
      ) : null}
    </form>
  );
}

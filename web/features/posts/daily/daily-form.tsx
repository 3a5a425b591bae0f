import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import type { Circle } from '../../../../contract/shapes.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import type { Item } from '../../../outbox/item.ts';
import { removeItems } from '../../../outbox/outbox.ts';
import { useFileUrl, usePart } from '../../../outbox/use-outbox.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/overlay/confirm.ts';
import { words } from '../../../words/words.ts';
import { PhotoPreview } from '../../media/photo-preview.tsx';
import { CircleChooser } from '../composer/circle-chooser.tsx';
import '../composer/compose.css';
import { DaysSwitch } from '../composer/days-switch.tsx';
import { LeftOut } from '../composer/left-out.tsx';
import { ShareBar } from '../composer/share-bar.tsx';
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
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const preview = useFileUrl(item);
  const progress = usePart([item]);
  const draft = DailyInput.parse(item.input);
  const { name, withoutLetters, leftOut, keepsDays } = draft;
  const ids = new Set(draft.circleIds);
  const chosen = (list.data ?? []).filter(({ id }) => ids.has(id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sending || !list.data) return;
    if (chosen.length > 0) return onShare(chosen.map(({ id }) => id));
    setProblem(messages.circleRequired);
    form.current?.querySelector<HTMLElement>('input[name="circles"]')?.focus();
  };
  return (
    <form ref={form} noValidate className="stack g20" onSubmit={submit}>
      <div className="drop daily">
        <PhotoPreview src={preview ?? ''} alt={words.dailyPhoto.photo} name={name} />
        <Button kind="quiet" size="sm" className="pick-more" disabled={sending} onClick={onChange}>
          {words.dailyPhoto.different}
        </Button>
      </div>
      <CircleChooser
        list={list}
        chosen={ids}
        disabled={sending}
        error={problem}
        onChange={(circleIds) => {
          setProblem(undefined);
          changeDaily(item, { circleIds: [...circleIds] });
        }}
      />
      <DaysSwitch
        keepsDays={keepsDays}
        disabled={sending}
        onChange={(next) => changeDaily(item, { keepsDays: next })}
      />
      <LeftOut
        circles={chosen}
        leftOut={leftOut}
        disabled={sending}
        onChange={(next) => changeDaily(item, { leftOut: [...next] })}
      />
      <ShareBar
        circles={chosen}
        withoutLetters={withoutLetters}
        hiddenFrom={leftOut.map(({ id }) => id)}
        onLetters={(next) => changeDaily(item, { withoutLetters: next })}
        disabled={!list.data || item.state === 'reading'}
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

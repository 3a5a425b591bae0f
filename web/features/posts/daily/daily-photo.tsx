import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Camera, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import * as circles from '../../../../contract/circles.ts';
import type { Circle } from '../../../../contract/shapes.ts';
import { queryFor } from '../../../data/query.ts';
import { go } from '../../../app/navigation.ts';
import { useUser } from '../../../app/session.tsx';
import { type Item, isRefusedAtChoice } from '../../../outbox/item.ts';
import { itemOf, itemsIn, removeItems } from '../../../outbox/outbox.ts';
import { settled } from '../../../outbox/settled.ts';
import { useFileUrl, useItems, usePart } from '../../../outbox/use-outbox.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { TaperedRing } from '../../../ui/pencil/tapered-ring.tsx';
import { words } from '../../../words/words.ts';
import './daily.css';
import { chooseDaily, dailyPlace, shareDaily, takeBackDaily, changeDaily, DailyInput } from './daily-item.ts';
import { useTakenPhoto } from './taken-photo.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/overlay/confirm.ts';
import { PhotoPreview } from '../../media/photo-preview.tsx';
import { chosenAmong } from '../composer/audience/audience-line.tsx';
import { DaysSwitch } from '../composer/days-switch.tsx';
import { ShareBar } from '../composer/audience/share-bar.tsx';
import '../composer/compose.css';
import '../composer/photos/photos.css';

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
function DailyForm({ item, list, onChange, onShare, sending, onCancel }: DailyFormProps) {
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

const texts = words.dailyPhoto;
const DailyView = lazyComponent(() => import('./daily-view.tsx'));

/** The daily photo: take it, preview it full screen, choose its audience. */
export function DailyPhoto() {
  const me = useUser();
  // Before the form needs it: the connection may be lost while the photo is taken.
  const list = useQuery(queryFor(circles.list, {}));
  const input = useRef<HTMLInputElement>(null);
  const taken = useTakenPhoto();
  const [open, setOpen] = useState(false);
  // The photo stays on the page until the server has it.
  const [sent, setSent] = useState<string | null>(null);
  // The id of the item that the page shows as being sent.
  const awaited = useRef<string | null>(null);
  useEffect(
    () => () => {
      awaited.current = null;
    },
    [],
  );
  const items = useItems(me.id, sent ?? dailyPlace);
  const used = items.find((item) => !isRefusedAtChoice(item));
  // The page was closed before its photo was stored.
  const lost = items.find(isRefusedAtChoice);
  const usedUrl = useFileUrl(used);
  // A new photo replaces the old one only when the member uses it.
  const photo = taken.photo ?? (usedUrl === null ? null : { preview: usedUrl, name: words.dailyPhoto.photo });
  const choose = () => input.current?.click();
  const openView = () => {
    setOpen(true);
    choose();
  };
  const close = () => {
    setOpen(false);
    taken.drop();
  };
  const share = async (item: Item, circleIds: readonly string[]) => {
    shareDaily(item, circleIds);
    setSent(itemOf(item.id)?.place ?? null);
    awaited.current = item.id;
    const now = await settled(item.id);
    if (awaited.current !== item.id) return;
    // Another tab may have taken another photo.
    if (now?.state !== 'refused' || itemsIn(dailyPlace).length > 0) return go('/');
    takeBackDaily(now);
    setSent(null);
    toast({ title: words.controls.error, text: now.problem?.text ?? texts.failed, tone: 'destructive' });
  };
  const take = (file: File | undefined) => {
    if (file) void taken.take(file);
  };
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          // Reset, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
      {used ? (
        <DailyForm
          item={used}
          list={list}
          onChange={openView}
          onShare={(circleIds) => void share(used, circleIds)}
          sending={sent !== null}
          onCancel={() => {
            awaited.current = null;
            // Another tab may have taken another photo.
            if (itemsIn(dailyPlace).length > 0) return go('/');
            takeBackDaily(used);
            setSent(null);
          }}
        />
      ) : (
        <>
          <div className="shutter">
            <TaperedRing />
            <button type="button" onPointerEnter={DailyView.preload} onClick={openView}>
              <Camera aria-hidden="true" />
              {texts.take}
            </button>
          </div>
          {lost ? <Alert tone="warn">{lost.problem?.text}</Alert> : null}
          <p className="small dim">{texts.limit}</p>
        </>
      )}
      {open ? (
        <DailyView
          photo={photo}
          preparing={taken.preparing}
          problem={taken.problem}
          onChoose={choose}
          onClose={close}
          onUse={() => {
            if (taken.photo) void chooseDaily(me.id, taken.photo, me.dailyCircleIds);
            close();
          }}
        />
      ) : null}
    </>
  );
}

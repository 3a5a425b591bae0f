import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import * as circles from '../../../../contract/circles.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { queryFor } from '../../../data/query.ts';
import { useUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';
import { PhotoPreview } from '../../media/photo-preview.tsx';
import { CircleChooser } from '../composer/circle-chooser.tsx';
import '../composer/compose.css';
import type { Named } from '../../mentions/written.ts';
import { DaysSwitch } from '../composer/days-switch.tsx';
import { LeftOut } from '../composer/left-out.tsx';
import { ShareBar } from '../composer/share-bar.tsx';
import { useShareDaily } from './share-daily.ts';
import type { TakenPhoto } from './taken-photo.ts';

/** The form for the daily photo. Its audience defaults to the last one. */
export function DailyForm({ photo, onChange }: { photo: TakenPhoto; onChange: () => void }) {
  const me = useUser();
  const list = useQuery(queryFor(circles.list, {}));
  const { progress, unanswered, share, cancel, change } = useShareDaily();
  const [circleIds, setCircleIds] = useState<readonly string[]>(me.dailyCircleIds);
  const [withoutLetters, setWithoutLetters] = useState(false);
  const [keepsDays, setKeepsDays] = useState(true);
  const [leftOut, setLeftOut] = useState<readonly Named[]>([]);
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const sending = progress !== null;
  const ids = new Set(circleIds);
  const hiddenFrom = leftOut.map(({ id }) => id);
  const chosen = (list.data ?? []).filter(({ id }) => ids.has(id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sending || !list.data) return;
    if (chosen.length > 0)
      return void share(photo, {
        circleIds: chosen.map(({ id }) => id),
        withoutLetters,
        hiddenFrom,
        keepsDays,
      });
    setProblem(messages.circleRequired);
    form.current?.querySelector<HTMLElement>('input[name="circles"]')?.focus();
  };
  return (
    <form ref={form} noValidate className="stack g20" onSubmit={submit}>
      <div className="drop daily">
        <PhotoPreview src={photo.preview} alt={words.dailyPhoto.photo} name={photo.name} />
        <Button kind="quiet" size="sm" className="pick-more" disabled={sending} onClick={onChange}>
          {words.dailyPhoto.different}
        </Button>
      </div>
      <CircleChooser
        list={list}
        chosen={ids}
        disabled={sending}
        error={problem}
        onChange={(next) => {
          setProblem(undefined);
          change();
          setCircleIds(next);
        }}
      />
      <DaysSwitch
        keepsDays={keepsDays}
        disabled={sending}
        onChange={(next) => {
          change();
          setKeepsDays(next);
        }}
      />
      <LeftOut
        circles={chosen}
        leftOut={leftOut}
        disabled={sending}
        onChange={(next) => {
          change();
          setLeftOut(next);
        }}
      />
      <ShareBar
        circles={chosen}
        withoutLetters={withoutLetters}
        hiddenFrom={hiddenFrom}
        onLetters={(next) => {
          change();
          setWithoutLetters(next);
        }}
        disabled={!list.data}
        progress={progress}
        heavy
        unanswered={unanswered ? words.dailyPhoto.failed : undefined}
        onCancel={cancel}
      />
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import * as circles from '../../../../contract/circles.ts';
import { queryFor } from '../../../data/query.ts';
import { useUser } from '../../../app/session.tsx';
import { TaperedRing } from '../../../ui/pencil/tapered-ring.tsx';
import { words } from '../../../words/words.ts';
import { DailyForm } from './daily-form.tsx';
import './daily.css';
import { chooseDaily, useDaily } from './daily-draft.ts';
import { useTakenPhoto } from './taken-photo.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

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
  const used = useDaily(me.id);
  // A new photo replaces the old one only when the member uses it.
  const photo = taken.photo ?? used;
  const choose = () => input.current?.click();
  const openView = () => {
    setOpen(true);
    choose();
  };
  const close = () => {
    setOpen(false);
    taken.drop();
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
        <DailyForm draft={used} list={list} onChange={openView} />
      ) : (
        <>
          <div className="shutter">
            <TaperedRing />
            <button type="button" onPointerEnter={DailyView.preload} onClick={openView}>
              <Camera aria-hidden="true" />
              {texts.take}
            </button>
          </div>
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
            if (taken.photo) chooseDaily(taken.photo, me.dailyCircleIds);
            close();
          }}
        />
      ) : null}
    </>
  );
}

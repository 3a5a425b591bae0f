import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { messages } from '../../../../../contract/errors/errors.ts';
import { limits } from '../../../../../contract/limits.ts';
import { useUser } from '../../../../app/session.tsx';
import { type Item, isRefusedAtChoice } from '../../../../outbox/item.ts';
import { usePart } from '../../../../outbox/use-outbox.ts';
import { FieldError } from '../../../../ui/form/field.tsx';
import { TextLink } from '../../../../ui/form/button.tsx';
import { lazyComponent } from '../../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../../words/words.ts';
import { nameOf } from '../../../media/photo-sender.ts';
import { choosePhotos, movePhoto, photosAmong, removePhoto } from '../draft-photos.ts';
import { PhotoInputs, photosInput, useDroppedFiles } from './photo-input.tsx';
import { PhotoPrint } from './photo-print.tsx';
import './photos.css';

const texts = words.compose.photos;

const PhotoSheet = lazyComponent(() => import('./photo-sheet.tsx'));
const VideoLine = lazyComponent(async () => ({ default: (await import('./video-line.tsx')).VideoLine }));

interface PhotoChooserProps {
  /** The items of the moment. */
  items: readonly Item[];
  /** Whether the days on which the photos were taken stay. */
  keepsDays: boolean;
  onKeepsDays: (keepsDays: boolean) => void;
  disabled: boolean;
  /** The server's problems with the photos. */
  error: string | undefined;
  onChange: () => void;
  onVoice: (() => void) | undefined;
}

const reasonOf = ({ problem }: Item): string => problem?.text ?? words.ui.broken;

/** Whether a photo was opened since the app was loaded. */
let wasOpened = false;

/** Read out at each quarter. */
const quarter = 25;

/** The moment's photos as a strip of prints, and where more are chosen. */
export function PhotoChooser({
  items,
  keepsDays,
  onKeepsDays,
  disabled,
  error,
  onChange,
  onVoice,
}: PhotoChooserProps) {
  const me = useUser();
  const photos = photosAmong(items);
  const refused = items.filter(isRefusedAtChoice);
  const total = photos.length;
  const isFull = disabled || total >= limits.photosPerPost;
  // The line of a video says so itself.
  const hasFailed = photos.some(({ kind, state }) => kind === 'photo' && state === 'refused');
  const [said, setSaid] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const [isKnown, setKnown] = useState(wasOpened);
  const box = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  const focusNext = useRef<string | null>(null);
  const client = useQueryClient();
  const percent = Math.floor(usePart(photos) * (100 / quarter)) * quarter;
  const opened = photos.find(({ id }) => id === openId);
  const take = (files: File[]) => {
    if (files.length === 0) return;
    onChange();
    choosePhotos(client, me.id, files);
  };
  const over = useDroppedFiles(take, disabled);
  useEffect(() => {
    // Before the connection may be lost.
    if (total > 0) PhotoSheet.preload();
  }, [total]);
  // The print that had the focus was removed.
  useEffect(() => {
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted !== null) box.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [items]);
  const open = (id: string) => {
    setOpenId(id);
    setKnown(true);
    wasOpened = true;
  };
  const move = (from: number, to: number) => {
    onChange();
    setSaid(texts.moved({ at: to + 1, total }));
    movePhoto(photos, from, to);
  };
  const remove = (photo: Item) => {
    const at = photos.indexOf(photo);
    const neighbour = photos[at + 1] ?? photos[at - 1];
    focusNext.current = neighbour ? `[data-photo="${neighbour.id}"] button` : 'input';
    onChange();
    setSaid(words.controls.removed);
    removePhoto(photo);
  };
  const drop = (event: DragEvent, to: number) => {
    const from = dragged.current;
    if (from === null) return;
    event.preventDefault();
    dragged.current = null;
    if (from !== to) move(from, to);
  };
  return (
    <div ref={box} role="group" aria-label={texts.label} className={over ? 'chosen over-it' : 'chosen'}>
      {total === 0 ? null : (
        <>
          <ol className="strip">
            {photos.map((photo, index) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the sheet moves it by buttons, too
              <li
                key={photo.id}
                className="print"
                data-photo={photo.id}
                draggable={!disabled && total > 1}
                onDragStart={() => (dragged.current = index)}
                onDragEnd={() => (dragged.current = null)}
                onDragOver={(event) => dragged.current !== null && event.preventDefault()}
                onDrop={(event) => drop(event, index)}
              >
                <PhotoPrint
                  photo={photo}
                  at={index + 1}
                  total={total}
                  disabled={disabled}
                  onOpen={() => open(photo.id)}
                />
              </li>
            ))}
            {isFull ? null : (
              // The field below has the same name, and the keyboard.
              <li aria-hidden="true">
                <label htmlFor={photosInput} className="more-prints">
                  <Plus />
                </label>
              </li>
            )}
          </ol>
          {/* In the page before its text changes, or screen readers skip it. */}
          <p className={hasFailed ? 'tip' : 'vh'} role="status">
            {hasFailed ? texts.failedOne : null}
          </p>
          {isKnown ? null : <p className="tip">{texts.tip}</p>}
          {photos.map((photo, index) =>
            photo.kind === 'video' ? <VideoLine key={photo.id} photo={photo} at={index + 1} /> : null,
          )}
        </>
      )}
      <PhotoInputs slim={total > 0} disabled={isFull} onFiles={take} onVoice={onVoice} />
      {over ? <p className="tip">{texts.dropHere}</p> : null}
      {refused.map((item) => (
        <FieldError key={item.id} text={texts.refused({ name: nameOf(item), reason: reasonOf(item) })} />
      ))}
      {error === undefined ? null : <FieldError text={error} />}
      {refused.some((item) => reasonOf(item) === messages.videosPremium) ? (
        <TextLink href="/my-account/plan">{texts.plans}</TextLink>
      ) : null}
      {/* The sheet of a photo hides the page from screen readers, but for elements with aria-live. */}
      <p className="vh" role="status" aria-live="polite">
        {said}
      </p>
      <p className="vh" role="status">
        {total > 0 && percent > 0 && percent < 100 ? texts.uploading({ percent }) : null}
      </p>
      {opened ? (
        <PhotoSheet
          photo={opened}
          at={photos.indexOf(opened) + 1}
          total={total}
          keepsDays={keepsDays}
          onKeepsDays={onKeepsDays}
          onMove={(by) => move(photos.indexOf(opened), photos.indexOf(opened) + by)}
          onRemove={() => {
            setOpenId(null);
            remove(opened);
          }}
          onClose={() => setOpenId(null)}
        />
      ) : null}
    </div>
  );
}

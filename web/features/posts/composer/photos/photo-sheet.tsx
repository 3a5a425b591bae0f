import { ArrowLeftRight, CalendarDays, ChevronLeft, ChevronRight, Trash2, Check } from 'lucide-react';
import { type FocusEvent, useState } from 'react';
import { messages } from '../../../../../contract/errors/errors.ts';
import { limits } from '../../../../../contract/limits.ts';
import { firstTakenDay, isTakenDay } from '../../../../../contract/text/taken-day.ts';
import type { Item } from '../../../../outbox/item.ts';
import { Button, IconButton } from '../../../../ui/form/button.tsx';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Rows, ActRow, PlainRow } from '../../../../ui/layout/rows.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/overlay/dialog.tsx';
import { words } from '../../../../words/words.ts';
import { pause, sendNow } from '../../../../outbox/things.ts';
import { useLost, usePart } from '../../../../outbox/use-outbox.ts';
import { Progress } from '../../../../ui/feedback/alert.tsx';
import { PhotoEditor } from '../../../media/photo-editor.tsx';
import { editOf, takenOnOf } from '../../../media/photo-request.ts';
import { DaysSwitch } from '../days-switch.tsx';
import { altOf, changePhoto, describePhoto } from '../draft-photos.ts';
import './photo-sheet.css';
import { Picture } from './photo-print.tsx';

const texts = words.compose.photos;

interface UploadLineProps {
  photo: Item;
  /** The position of the photo, counted from 1. */
  at: number;
}

/** A photo's upload progress, with stop and retry. */
function UploadLine({ photo, at }: UploadLineProps) {
  const progress = usePart([photo]);
  const isLost = useLost();
  const { id, state, problem } = photo;
  const isReading = state === 'reading';
  if (state === 'arrived') {
    return (
      <p className="upload cap mut">
        <Check aria-hidden="true" />
        {texts.ready}
      </p>
    );
  }
  const again = (
    <Button kind="quiet" size="sm" aria-label={texts.again({ at })} onClick={() => sendNow(id)}>
      {words.ui.tryAgain}
    </Button>
  );
  if (state === 'refused') {
    return (
      <div className="upload bad">
        <p className="cap" role="alert">
          {problem?.text}
        </p>
        {again}
      </div>
    );
  }
  if (state === 'paused' || (isLost && !isReading)) {
    return (
      <div className="upload">
        <p className="cap">{state === 'paused' ? texts.stopped : texts.waits}</p>
        {again}
      </div>
    );
  }
  return (
    <div className="upload">
      <div className="grow stack g4">
        <Progress label={texts.upload({ at })} value={progress * 100} />
        <span className="cap mut" aria-hidden="true">
          {progress < 1 ? texts.uploading({ percent: Math.floor(progress * 100) }) : words.controls.finishing}
        </span>
      </div>
      {/* A file that is being stored is not uploaded yet. */}
      {isReading ? null : (
        <Button kind="ghost" size="sm" aria-label={texts.stop({ at })} onClick={() => pause(id)}>
          {words.ui.cancel}
        </Button>
      )}
    </div>
  );
}

interface PhotoSheetProps {
  photo: Item;
  /** The position of the photo, counted from 1. */
  at: number;
  total: number;
  keepsDays: boolean;
  onKeepsDays: (keepsDays: boolean) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Turns, crops, describes, dates, moves or removes a photo of the draft. */
export default function PhotoSheet(props: PhotoSheetProps) {
  const { photo, at, total, keepsDays, onKeepsDays, onMove, onRemove } = props;
  const video = photo.kind === 'video';
  const alt = altOf(photo);
  const onClose = () => {
    // A change that its field stores when it loses the focus: React calls nothing for a field that is removed.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    props.onClose();
  };
  const isTooLong = [...alt.trim()].length > limits.photoCaption;
  return (
    <Dialog open onClose={onClose} title={texts.of({ at, total, video, alt: null })} isRead>
      <DialogBody>
        <div className="photo-sheet">
          {video ? (
            <div className="bed">
              <Picture photo={photo} alt="" />
            </div>
          ) : (
            <>
              <PhotoEditor
                edit={editOf(photo)}
                onChange={(edit) => changePhoto(photo, { edit })}
                renderPhoto={(edit, onShown) => (
                  <Picture photo={photo} alt="" edit={edit} onShown={onShown} />
                )}
              />
              <UploadLine photo={photo} at={at} />
            </>
          )}
          <TextArea
            label={texts.describe}
            className="min-h-19"
            value={alt}
            error={isTooLong ? messages.photoCaptionTooLong : undefined}
            onChange={({ currentTarget }) => describePhoto(photo, currentTarget.value)}
          />
          <Rows>
            {video || !keepsDays ? null : <DayRow photo={photo} />}
            <li className="rsw">
              <DaysSwitch forAll keepsDays={keepsDays} disabled={false} onChange={onKeepsDays} />
            </li>
            {total === 1 ? null : (
              <PlainRow icon={ArrowLeftRight} title={texts.order}>
                <IconButton
                  box
                  icon={ChevronLeft}
                  label={texts.earlier({ at, video })}
                  disabled={at === 1}
                  onClick={() => onMove(-1)}
                />
                <IconButton
                  box
                  icon={ChevronRight}
                  label={texts.later({ at, video })}
                  disabled={at === total}
                  onClick={() => onMove(1)}
                />
              </PlainRow>
            )}
            <ActRow
              icon={Trash2}
              title={<span className="text-danger-text">{texts.remove({ video })}</span>}
              onPress={onRemove}
            />
          </Rows>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button full onClick={onClose}>
          {words.controls.done}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function DayRow({ photo }: { photo: Item }) {
  const takenOn = takenOnOf(photo);
  const [today] = useState(() => new Date().toLocaleDateString('sv'));
  // Each change uploads the photo again, and a year that is being typed passes through others, such as 0020.
  const [typed, setTyped] = useState<string | null>(null);
  const commit = ({ currentTarget: { value, validity } }: FocusEvent<HTMLInputElement>) => {
    setTyped(null);
    const isCleared = value === '' && !validity.badInput;
    if (value !== (takenOn ?? '') && (isCleared || isTakenDay(value))) changePhoto(photo, { takenOn: value });
  };
  return (
    <li>
      <label className="r">
        <CalendarDays aria-hidden="true" />
        <span className="rt">
          <b>{texts.day}</b>
        </span>
        <input
          type="date"
          className="day"
          min={firstTakenDay}
          max={today}
          value={typed ?? takenOn ?? ''}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          onBlur={commit}
        />
      </label>
    </li>
  );
}

import { ArrowLeft, ArrowRight, Check, Image, ImageOff, Video, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';
import type { Item } from '../../../outbox/item.ts';
import { besides } from '../../../outbox/stored-items.ts';
import { pause, sendNow } from '../../../outbox/things.ts';
import { useFileUrl, useLost, usePart } from '../../../outbox/use-outbox.ts';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';
import { uploadedOf } from '../../media/photo-request.ts';
import { nameOf } from '../../media/photo-sender.ts';
import { altOf } from './draft-photos.ts';

const texts = words.compose.photos;

const VideoLine = lazyComponent(async () => ({ default: (await import('./video-line.tsx')).VideoLine }));

export type PhotoAct = 'earlier' | 'later' | 'remove';

interface ChosenPhotoProps {
  photo: Item;
  /** The position of the photo, counted from 0. */
  index: number;
  total: number;
  disabled: boolean;
  onAct: (act: PhotoAct) => void;
  onAlt: (alt: string) => void;
  /** Extra content for a single photo. */
  children: ReactNode;
}

const secondsOf = ({ input }: Item): number | null => {
  const seconds: unknown = Reflect.get(Object(input), 'seconds');
  return typeof seconds === 'number' ? seconds : null;
};

const length = (text: string) => [...text.trim()].length;

/** A photo of the draft with its position and its caption for the blind. */
export function ChosenPhotoCard({ photo, index, total, disabled, onAct, onAlt, children }: ChosenPhotoProps) {
  const [failed, setFailed] = useState<string>();
  const at = index + 1;
  const isFilm = photo.kind === 'video';
  const seconds = secondsOf(photo);
  const film = besides(photo, 'poster');
  const url = useFileUrl(isFilm ? (seconds === null ? undefined : film) : photo) ?? '';
  const uploaded = uploadedOf(photo.result);
  // A browser that cannot show a HEIC shows its name, and then what the server has made of it.
  const src = (url === '' || failed === url) && uploaded ? uploaded.url : url;
  const Icon = isFilm ? Video : uploaded ? ImageOff : Image;
  const alt = altOf(photo);
  const tooLong = length(alt) > limits.photoCaption;
  return (
    <li className="print" data-photo={photo.id}>
      <div className="drop">
        {failed === src || src === '' ? (
          <span className="gone">
            <Icon aria-hidden="true" />
            <span>{isFilm || !uploaded ? nameOf(photo) : words.ui.photoUnavailable}</span>
          </span>
        ) : (
          <img
            key={src}
            src={src}
            alt={alt || texts.one({ at, video: isFilm })}
            onError={() => setFailed(src)}
          />
        )}
        {seconds === null ? null : (
          <span className="video-frame">
            <Video aria-hidden="true" />
            {shortTime(seconds)}
          </span>
        )}
        <IconButton
          box
          className="out"
          data-act="remove"
          icon={X}
          label={texts.remove({ at, video: isFilm })}
          disabled={disabled}
          onClick={() => onAct('remove')}
        />
        {total === 1 ? null : (
          <span className="order">
            <IconButton
              box
              data-act="earlier"
              icon={ArrowLeft}
              label={texts.earlier({ at, video: isFilm })}
              disabled={disabled || index === 0}
              onClick={() => onAct('earlier')}
            />
            <IconButton
              box
              data-act="later"
              icon={ArrowRight}
              label={texts.later({ at, video: isFilm })}
              disabled={disabled || at === total}
              onClick={() => onAct('later')}
            />
          </span>
        )}
        {children}
      </div>
      {isFilm ? <VideoLine photo={photo} at={at} /> : <UploadLine photo={photo} at={at} />}
      <TextField
        label={texts.alt({ at, total, video: isFilm })}
        optional={total === 1}
        placeholder={total === 1 ? texts.altPlaceholder({ video: isFilm }) : words.controls.optional}
        autoComplete="off"
        value={alt}
        disabled={disabled}
        error={tooLong ? messages.photoCaptionTooLong : undefined}
        onChange={(event) => onAlt(event.currentTarget.value)}
      />
    </li>
  );
}

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
      </div>
    );
  }
  if (state === 'paused' || isLost) {
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
          {progress < 1 ? texts.uploading({ percent: Math.floor(progress * 100) }) : texts.finishing}
        </span>
      </div>
      <Button kind="ghost" size="sm" aria-label={texts.stop({ at })} onClick={() => pause(id)}>
        {words.ui.cancel}
      </Button>
    </div>
  );
}

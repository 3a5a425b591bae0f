import { ArrowLeft, ArrowRight, Image, ImageOff, Video, X, Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';
import { Button } from '../../../ui/form/button.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { shortTime } from '../../../../contract/text/short-time.ts';
import type { ChosenPhoto } from './draft.ts';
import { retryUpload, stopUpload } from './photo-uploads.ts';
import { useUpload } from './upload-states.ts';

const texts = words.compose.photos;

const VideoLine = lazyComponent(async () => ({ default: (await import('./video-line.tsx')).VideoLine }));

export type PhotoAct = 'earlier' | 'later' | 'remove';

interface ChosenPhotoProps {
  photo: ChosenPhoto;
  /** The position of the photo, counted from 0. */
  index: number;
  total: number;
  disabled: boolean;
  onAct: (act: PhotoAct) => void;
  onAlt: (alt: string) => void;
  /** Extra content for a single photo. */
  children: ReactNode;
}

const length = (text: string) => [...text.trim()].length;

/** A photo of the draft with its position and its caption for the blind. */
export function ChosenPhotoCard({ photo, index, total, disabled, onAct, onAlt, children }: ChosenPhotoProps) {
  const [failed, setFailed] = useState<string>();
  const at = index + 1;
  const isFilm = photo.video !== null;
  // A browser that cannot show a HEIC shows its name, and then what the server has made of it.
  const src = failed !== undefined && photo.uploaded ? photo.uploaded.url : photo.preview;
  const Icon = isFilm ? Video : photo.uploaded ? ImageOff : Image;
  const seconds = photo.video?.seconds ?? null;
  const tooLong = length(photo.alt) > limits.photoCaption;
  return (
    <li className="print" data-photo={photo.key}>
      <div className="drop">
        {failed === src || src === '' ? (
          <span className="gone">
            <Icon aria-hidden="true" />
            <span>{isFilm || !photo.uploaded ? photo.name : words.ui.photoUnavailable}</span>
          </span>
        ) : (
          <img
            key={src}
            src={src}
            alt={photo.alt || texts.one({ at, video: isFilm })}
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
        value={photo.alt}
        disabled={disabled}
        error={tooLong ? messages.photoCaptionTooLong : undefined}
        onChange={(event) => onAlt(event.currentTarget.value)}
      />
    </li>
  );
}

interface UploadLineProps {
  photo: ChosenPhoto;
  /** The position of the photo, counted from 1. */
  at: number;
}

/** A photo's upload progress, with stop and retry. */
function UploadLine({ photo, at }: UploadLineProps) {
  const client = useQueryClient();
  const upload = useUpload(photo.key);
  if (photo.uploaded) {
    return (
      <p className="upload cap mut">
        <Check aria-hidden="true" />
        {texts.ready}
      </p>
    );
  }
  if (upload?.state === 'failed' || upload?.state === 'stopped') {
    const failed = upload.state === 'failed';
    return (
      <div className={failed ? 'upload bad' : 'upload'}>
        <p className="cap" role={failed ? 'alert' : undefined}>
          {failed ? upload.words : texts.stopped}
        </p>
        {!failed || upload.again ? (
          <Button
            kind="quiet"
            size="sm"
            aria-label={texts.again({ at })}
            onClick={() => retryUpload(client, photo.key)}
          >
            {words.ui.tryAgain}
          </Button>
        ) : null}
      </div>
    );
  }
  const progress = upload?.state === 'sending' ? upload.progress : 0;
  return (
    <div className="upload">
      <div className="grow stack g4">
        <Progress label={texts.upload({ at })} value={progress * 100} />
        <span className="cap mut" aria-hidden="true">
          {progress < 1 ? texts.uploading({ percent: Math.floor(progress * 100) }) : texts.finishing}
        </span>
      </div>
      <Button kind="ghost" size="sm" aria-label={texts.stop({ at })} onClick={() => stopUpload(photo.key)}>
        {words.ui.cancel}
      </Button>
    </div>
  );
}

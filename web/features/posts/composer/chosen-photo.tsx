import { ArrowLeft, ArrowRight, ImageOff, X, Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import type { ChosenPhoto } from './draft.ts';
import { retryUpload, stopUpload, useUpload } from './photo-uploads.ts';

const texts = words.compose.photos;

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
  const [failed, setFailed] = useState(false);
  const at = index + 1;
  const tooLong = length(photo.alt) > limits.photoCaption;
  return (
    <li className="print" data-photo={photo.key}>
      <div className="drop">
        {failed ? (
          <span className="gone">
            <ImageOff aria-hidden="true" />
            {words.ui.photoUnavailable}
          </span>
        ) : (
          <img src={photo.preview} alt={photo.alt || texts.one(at)} onError={() => setFailed(true)} />
        )}
        <IconButton
          box
          className="out"
          data-act="remove"
          icon={X}
          label={texts.remove(at)}
          disabled={disabled}
          onClick={() => onAct('remove')}
        />
        {total === 1 ? null : (
          <span className="order">
            <IconButton
              box
              data-act="earlier"
              icon={ArrowLeft}
              label={texts.earlier(at)}
              disabled={disabled || index === 0}
              onClick={() => onAct('earlier')}
            />
            <IconButton
              box
              data-act="later"
              icon={ArrowRight}
              label={texts.later(at)}
              disabled={disabled || at === total}
              onClick={() => onAct('later')}
            />
          </span>
        )}
        {children}
      </div>
      <UploadLine photo={photo} at={at} />
      <TextField
        label={texts.alt(at, total)}
        optional={total === 1}
        placeholder={total === 1 ? texts.altPlaceholder : words.controls.optional}
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
            aria-label={texts.again(at)}
            onClick={() => retryUpload(client, photo.key)}
          >
            {words.ui.tryAgain}
          </Button>
        ) : null}
      </div>
    );
  }
  const part = upload?.state === 'sending' ? upload.part : 0;
  return (
    <div className="upload">
      <div className="grow stack g4">
        <Progress label={texts.upload(at)} value={part * 100} />
        <span className="cap mut" aria-hidden="true">
          {part < 1 ? texts.uploading(Math.floor(part * 100)) : texts.finishing}
        </span>
      </div>
      <Button kind="ghost" size="sm" aria-label={texts.stop(at)} onClick={() => stopUpload(photo.key)}>
        {words.ui.cancel}
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Button } from '../../../ui/form/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { words } from '../../../words/words.ts';
import type { ChosenPhoto } from './draft.ts';
import { sendAgain, stopUpload, useUpload } from './photo-uploads.ts';

const texts = words.compose.photos;

interface UploadLineProps {
  photo: ChosenPhoto;
  /** Counts from 1. */
  at: number;
}

/** A photo's upload progress, with stop and retry. */
export function UploadLine({ photo, at }: UploadLineProps) {
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
            onClick={() => sendAgain(client, photo.key)}
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

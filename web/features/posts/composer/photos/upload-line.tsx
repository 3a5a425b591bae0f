import { Check } from 'lucide-react';
import type { Item } from '../../../../outbox/item.ts';
import { pause, sendNow } from '../../../../outbox/things.ts';
import { useLost, usePart } from '../../../../outbox/use-outbox.ts';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { words } from '../../../../words/words.ts';

const texts = words.compose.photos;

interface UploadLineProps {
  photo: Item;
  /** The position of the photo, counted from 1. */
  at: number;
}

/** A photo's upload progress, with stop and retry. */
export function UploadLine({ photo, at }: UploadLineProps) {
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
        {again}
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

import { Button } from '../../../ui/form/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { words } from '../../../words/words.ts';
import { AudienceLine, type AudienceProps, LettersSwitch } from './audience-line.tsx';

const texts = words.compose;

interface ShareBarProps extends AudienceProps {
  onLetters: (withoutLetters: boolean) => void;
  disabled: boolean;
  /** Upload progress, 0 to 1; null while nothing is being sent. */
  progress: number | null;
  /** Whether the draft has photos to upload. */
  heavy: boolean;
  onCancel: () => void;
}

/** The share button with the audience and the upload's progress. */
export function ShareBar({
  circles,
  withoutLetters,
  hiddenFrom,
  onLetters,
  disabled,
  progress,
  heavy,
  onCancel,
}: ShareBarProps) {
  const sending = progress !== null;
  return (
    <div className="stack g12 sharebar">
      <LettersSwitch {...{ circles, withoutLetters, hiddenFrom }} disabled={sending} onChange={onLetters} />
      <Button type="submit" size="lg" full disabled={disabled} busy={sending} busyText={texts.sharing}>
        {texts.share({ circles: circles.length })}
      </Button>
      {sending && heavy ? (
        <div className="row">
          <div className="grow stack g4">
            <Progress label={texts.upload} value={progress * 100} />
            <span className="cap mut" aria-hidden="true">
              {progress < 1 ? texts.uploading({ percent: Math.floor(progress * 100) }) : texts.finishing}
            </span>
          </div>
          <Button kind="quiet" size="sm" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      ) : (
        <AudienceLine {...{ circles, withoutLetters, hiddenFrom }} hasPhotos={heavy} />
      )}
    </div>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { Circle } from '../../../../../contract/shapes.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { FieldError } from '../../../../ui/form/field.tsx';
import { Progress } from '../../../../ui/feedback/alert.tsx';
import { words } from '../../../../words/words.ts';
import { AudienceControl, NoCircles } from './audience-control.tsx';
import { type Audience, AudienceLine, chosenAmong } from './audience-line.tsx';

const texts = words.compose;

interface ShareBarProps {
  /** The query of the member's circles. */
  list: UseQueryResult<Circle[]>;
  audience: Audience;
  onAudience: (changed: Partial<Audience>) => void;
  /** The server's problem with the circles. */
  error?: string | undefined;
  /** The circle is fixed: the moment answers a question in it. */
  isFixed?: boolean;
  /** Nothing is there to share. */
  isEmpty: boolean;
  /** Upload progress, 0 to 1; null while nothing is being sent. */
  progress: number | null;
  /** Whether there are photos to upload. */
  heavy: boolean;
  onCancel: () => void;
}

/** The audience, its choice, and the button that shares; or the upload's progress. */
export function ShareBar({
  list,
  audience,
  onAudience,
  error,
  isFixed = false,
  isEmpty,
  progress,
  heavy,
  onCancel,
}: ShareBarProps) {
  const sending = progress !== null;
  const circleIds = chosenAmong(list.data, audience.circleIds).map(({ id }) => id);
  return (
    <div className="panel">
      {error === undefined ? null : <FieldError text={error} />}
      {sending && heavy ? (
        <div className="row">
          <div className="grow stack g4">
            <Progress label={texts.upload} value={progress * 100} />
            <span className="cap mut" aria-hidden="true">
              {progress < 1
                ? texts.uploading({ percent: Math.floor(progress * 100) })
                : words.controls.finishing}
            </span>
          </div>
          <Button kind="quiet" size="sm" onClick={onCancel}>
            {words.ui.cancel}
          </Button>
        </div>
      ) : (
        <>
          <NoCircles list={list} />
          <AudienceLine audience={{ ...audience, circleIds }} hasPhotos={heavy} />
        </>
      )}
      <div className="panel-row">
        <AudienceControl
          list={list}
          audience={audience}
          disabled={sending || isFixed}
          onChange={onAudience}
        />
        <Button
          type="submit"
          size="lg"
          aria-label={sending ? undefined : texts.share({ circles: circleIds.length })}
          disabled={isEmpty || circleIds.length === 0}
          busy={sending}
        >
          {sending ? texts.sharing : texts.share({ circles: 0 })}
        </Button>
      </div>
    </div>
  );
}

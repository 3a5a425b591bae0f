import { WifiOff } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { Circle } from '../../../../contract/shapes.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { words } from '../../../words/words.ts';
import * as posts from '../../../../contract/posts.ts';
import { queryFor } from '../../../data/query.ts';

const texts = words.compose;

interface ShareBarProps {
  circles: readonly Circle[];
  disabled: boolean;
  /** Upload progress, 0 to 1; null while nothing is being sent. */
  part: number | null;
  /** Whether the draft has photos to upload. */
  heavy: boolean;
  /** The draft is complete and waits for a connection. */
  waiting?: boolean;
  /** The message after a request without an answer. The draft is still complete then. */
  unanswered: string | undefined;
  onCancel: () => void;
}

/** The share button with the audience and the upload's progress. */
export function ShareBar({
  circles,
  disabled,
  part,
  heavy,
  waiting = false,
  unanswered,
  onCancel,
}: ShareBarProps) {
  const sending = part !== null;
  return (
    <div className="stack g12 sharebar">
      {waiting && !sending ? (
        <Alert icon={WifiOff} role="status">
          <b>{texts.waiting.title}</b> {texts.waiting.text}
        </Alert>
      ) : null}
      {unanswered === undefined ? null : (
        <Alert tone="warn" role="alert">
          <b>{unanswered}</b> {texts.unanswered}
        </Alert>
      )}
      <Button type="submit" size="lg" full disabled={disabled} busy={sending} busyText={texts.sharing}>
        {texts.share(circles.length)}
      </Button>
      {sending && heavy ? (
        <div className="row">
          <div className="grow stack g4">
            <Progress label={texts.upload} value={part * 100} />
            <span className="cap mut" aria-hidden="true">
              {part < 1 ? texts.uploading(Math.floor(part * 100)) : texts.finishing}
            </span>
          </div>
          <Button kind="quiet" size="sm" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      ) : (
        <SeenCount circles={circles} />
      )}
    </div>
  );
}

const audienceTexts = words.compose.audience;

/** The number of people who will see the moment. Refetched with each choice and each change of members. */
function SeenCount({ circles }: { circles: readonly Circle[] }) {
  const circleIds = JSON.stringify(circles.map(({ id }) => id).toSorted());
  const { data, isError, isPaused } = useQuery({
    ...queryFor(posts.countAudience, { circleIds }),
    enabled: circles.length > 0,
    staleTime: 0,
  });
  const sentence = () => {
    if (circles.length === 0) return audienceTexts.none;
    if (data) return audienceTexts.people(data.count);
    return isError || isPaused ? audienceTexts.unknown : audienceTexts.counting;
  };
  return (
    <p className="small mut row g8" role="status">
      {circles.length === 0 ? null : (
        <span className="aud" aria-hidden="true">
          <span className="o">
            {circles.slice(0, 4).map((circle) => (
              <i key={circle.id} style={{ '--c': circle.color }} />
            ))}
          </span>
        </span>
      )}
      <span>{sentence()}</span>
    </p>
  );
}

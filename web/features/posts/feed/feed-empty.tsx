import { sharedWithYou } from '../../../../contract/posts.ts';
import { errorText } from '../../../data/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/form/links.tsx';
import { words } from '../../../words/words.ts';

const texts = words.posts.feed;

/** The empty feed. With a filter, the banner above already says how to clear it. */
export function FeedEmpty({ circleId }: { circleId: string | null }) {
  if (circleId === null) {
    return (
      <div className="post p-0!">
        <EmptyState
          title={texts.empty}
          text={texts.emptyText}
          action={
            <ButtonLink href="/create-post" className="mt-2">
              {texts.emptyAction}
            </ButtonLink>
          }
        />
      </div>
    );
  }
  const matchless = circleId === sharedWithYou;
  return (
    <div className="post p-0!">
      <EmptyState
        title={matchless ? texts.emptyMatch : texts.emptyCircle}
        text={matchless ? texts.emptyMatchText : texts.emptyCircleText}
      />
    </div>
  );
}

/** The URL's circle was deleted, or the member left it. */
export function FeedLost({ onClear }: { onClear: () => void }) {
  return (
    <div className="post p-0!">
      <EmptyState
        title={texts.emptyMatch}
        text={texts.lost}
        action={
          <Button kind="quiet" className="mt-2" onClick={onClear}>
            {texts.clear}
          </Button>
        }
      />
    </div>
  );
}

/** The feed failed to load. */
export function FeedFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="post" role="alert">
      <div className="px stack g8 items-start">
        <h2>{texts.failed}</h2>
        <p className="mut">{errorText(error, texts.failedText)}</p>
        <Button kind="quiet" className="mt-2 mb-3" onClick={onRetry}>
          {words.ui.tryAgain}
        </Button>
      </div>
    </div>
  );
}

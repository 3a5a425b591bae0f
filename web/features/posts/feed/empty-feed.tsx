// Loads when the feed has nothing to show.
import { sharedWithYou } from '../../../../contract/posts.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { words } from '../../../words/words.ts';

const texts = words.emptyFeed;

interface EmptyFeedProps {
  circleId: string | null;
  /** Given if the URL's circle was deleted, or the member left it. */
  onClear?: (() => void) | undefined;
}

/** The empty feed. With a filter, the banner above already says how to clear it. */
export default function EmptyFeed({ circleId, onClear }: EmptyFeedProps) {
  if (onClear) return <Lost onClear={onClear} />;
  if (circleId === null) {
    return (
      <div className="post p-0!">
        <EmptyState
          title={texts.empty}
          text={texts.emptyText}
          action={
            <ButtonLink kind="quiet" href="/create-post" className="mt-2">
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

function Lost({ onClear }: { onClear: () => void }) {
  return (
    <div className="post p-0!">
      <EmptyState
        title={texts.emptyMatch}
        text={texts.lost}
        action={
          <Button kind="quiet" className="mt-2" onClick={onClear}>
            {words.posts.feed.clear}
          </Button>
        }
      />
    </div>
  );
}

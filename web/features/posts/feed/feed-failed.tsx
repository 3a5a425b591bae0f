import { errorText } from '../../../data/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';

const texts = words.posts.feed;

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

// Separate from feed.tsx: loads only while a moment waits for a connection.
import { WifiOff } from 'lucide-react';
import { useUser } from '../../../app/session.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { words } from '../../../words/words.ts';
import { useDraft } from '../composer/draft.ts';

const texts = words.compose.waiting;

/** The card of a moment that waits for a connection, above the shared ones. */
export function WaitingCard() {
  const { text, photos } = useDraft(useUser().id);
  const begins = text.trim() || texts.photos(photos.length);
  return (
    <div className="post p-0!">
      <Alert icon={WifiOff} role="status">
        <p>
          <b>{texts.title}</b> {texts.text}
        </p>
        <p className="people mt-2 line-clamp-2">{begins}</p>
        <TextLink href="/create-post">{texts.open}</TextLink>
      </Alert>
    </div>
  );
}

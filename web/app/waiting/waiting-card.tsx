// Separate from feed.tsx: loads only while something waits for a connection.
import { WifiOff } from 'lucide-react';
import { useUser } from '../session.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useEdits } from '../../data/edits.ts';
import { TextLink } from '../../ui/form/links.tsx';
import { words } from '../../words/words.ts';
import { useNewAlbum } from '../../features/albums/new-album.ts';
import { useDraft } from '../../features/posts/composer/draft.ts';
import { useDaily } from '../../features/posts/daily/daily-draft.ts';

const texts = words.compose.waiting;

/** The cards of the moment, the daily photo, the album and the edits that wait for a connection, above the shared moments. */
export function WaitingCard() {
  const me = useUser();
  const { text, photos, waiting } = useDraft(me.id);
  const daily = useDaily(me.id);
  const album = useNewAlbum(me.id);
  const edits = Object.entries(useEdits(me.id)).filter(([, edit]) => edit.waiting);
  return (
    <>
      {waiting ? (
        <Waiting
          title={texts.title}
          text={texts.text}
          begins={text.trim() || texts.photos({ count: photos.length })}
          href="/create-post"
        />
      ) : null}
      {daily?.waiting ? (
        <Waiting title={texts.title} text={texts.text} begins={texts.photos({ count: 1 })} href="/camera" />
      ) : null}
      {album.waiting ? (
        <Waiting
          title={words.albums.waiting.title}
          text={words.albums.waiting.text}
          begins={album.title}
          href="/create-album"
        />
      ) : null}
      {edits.map(([id, { content, postId }]) => (
        <Waiting
          key={id}
          title={words.edit.waiting.title}
          text={words.edit.waiting.text}
          begins={content}
          href={`/post/${postId}`}
        />
      ))}
    </>
  );
}

interface WaitingProps {
  title: string;
  text: string;
  /** The beginning of the words. */
  begins: string;
  href: string;
}

function Waiting({ title, text, begins, href }: WaitingProps) {
  return (
    <div className="post p-0!">
      <Alert icon={WifiOff} role="status">
        <p>
          <b>{title}</b> {text}
        </p>
        <p className="people mt-2 line-clamp-2">{begins}</p>
        <TextLink href={href}>{texts.open}</TextLink>
      </Alert>
    </div>
  );
}

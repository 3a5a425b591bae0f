import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import '../../app/waiting/register-kinds.ts';
import { AlbumForm } from '../../features/albums/album-form.tsx';
import { newAlbumPlace } from '../../features/albums/album-places.ts';
import {
  changeNewAlbum,
  discardNewAlbum,
  isNewAlbumEmpty,
  useNewAlbum,
} from '../../features/albums/new-album.ts';
import { useSharingAlbum } from '../../features/albums/sharing-album.ts';
import { DraftBar } from '../../features/posts/composer/draft-bar.tsx';
import '../../features/posts/composer/compose.css';
import { VerifyFirst } from '../../features/posts/composer/verify-first.tsx';
import { useItems } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';

const texts = words.albums;

/** Where an album is made; only for members whose identity was verified. */
export default function CreateAlbumPage() {
  const me = useUser();
  const { title, text } = useNewAlbum(me.id);
  const photos = useItems(me.id, newAlbumPlace);
  const sharing = useSharingAlbum(me.id);
  const circle = new URLSearchParams(useSearch()).get('circle');
  useEffect(() => {
    if (circle === null) return;
    // An album that was begun keeps its audience.
    if (isNewAlbumEmpty(me.id)) changeNewAlbum(me.id, { circleIds: [circle] });
    go('/create-album', { replace: true });
  }, [circle, me.id]);
  return (
    <>
      <main id="main" className="comp">
        <div className="comp-head">
          <h1>{texts.title}</h1>
          <p className="mut">{texts.intro}</p>
        </div>
        {me.isVerified ? <AlbumForm sharing={sharing} /> : <VerifyFirst />}
      </main>
      <DraftBar
        isEmpty={title === '' && text === '' && photos.length === 0}
        question={texts.discardDialog}
        onDiscard={sharing.sent ? null : () => discardNewAlbum(me.id)}
      />
    </>
  );
}

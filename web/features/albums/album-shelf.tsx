import { useInfiniteQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { Link } from 'wouter';
import * as albums from '../../../contract/albums.ts';
import { useUser } from '../../app/session.tsx';
import { errorText } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading, MorePages } from '../../ui/feedback/loading.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { words } from '../../words/words.ts';
import { averageColor } from '../media/placeholder-image.ts';
import { SmallPhoto } from '../media/small-photo.tsx';
import { yearsOf } from './album-years.ts';
import './album-shelf.css';

const texts = words.albums.shelf;

interface AlbumShelfProps {
  /** Null for all circles and the member's own albums, which name their circles then. */
  circleId: string | null;
}

/** Albums as prints, the one with the newest photo first. */
export default function AlbumShelf({ circleId }: AlbumShelfProps) {
  const query = useInfiniteQuery(
    infiniteQueryFor(albums.list, (place) => ({ ...(circleId !== null && { circleId }), ...place })),
  );
  const me = useUser();
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const make = (
    <ButtonLink
      kind="quiet"
      className="shelf-make"
      href={circleId === null ? '/create-album' : `/create-album?circle=${circleId}`}
      icon={ImagePlus}
    >
      {words.albums.make}
    </ButtonLink>
  );
  if (query.isPending) return <Loading words={texts.loading} />;
  if (!query.data) {
    return (
      <div className="stack g8 items-start" role="alert">
        <p>{errorText(query.error, texts.failed)}</p>
        <Button kind="quiet" onClick={() => void query.refetch()}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (shown.length === 0) {
    return (
      <div className="card">
        <EmptyState title={texts.empty} text={texts.emptyText} action={make} />
      </div>
    );
  }
  return (
    <>
      {make}
      <ul className="shelf">
        {shown.map((album) => (
          <li key={album.id}>
            <Link href={`/post/${album.id}`}>
              <Print cover={album.cover} />
              <h2>{album.title}</h2>
              <p>{texts.about({ count: album.photosCount, years: yearsOf(album) })}</p>
              {circleId === null ? (
                <AudienceMark
                  circles={album.circles}
                  none={album.author.id === me.id ? words.posts.card.onlyYou : undefined}
                />
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <MorePages query={query} />
    </>
  );
}

function Print({ cover }: Pick<albums.ListedAlbum, 'cover'>) {
  if (!cover) return <span className="shelf-print empty" />;
  return (
    <span className="shelf-print" style={{ backgroundColor: averageColor(cover.placeholder) }}>
      <SmallPhoto photo={cover} sizes="(min-width: 769px) 200px, 50vw" />
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import * as albums from '../../../contract/albums.ts';
import type { Post } from '../../../contract/shapes.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { words } from '../../words/words.ts';
import { yearsBetween } from './album-years.ts';

/** An album's circles, its number of photos and their years, below its title. */
export default function AlbumLine({ album }: { album: Post }) {
  const me = useUser();
  const { data } = useQuery(queryFor(albums.years, { id: album.id }));
  const years = data?.years ?? [];
  const [last] = years;
  const first = years.at(-1);
  return (
    <span className="row wrap g8 small">
      <AudienceMark
        circles={album.circles}
        none={album.authorId === me.id ? words.posts.card.onlyYou : undefined}
      />
      <span>
        {words.albums.shelf.about({
          count: album.photosCount,
          years: first && last ? yearsBetween(first.year, last.year) : null,
        })}
      </span>
    </span>
  );
}

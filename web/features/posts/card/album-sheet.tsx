// Separate from photo-sheet.tsx: most moments are no albums.
import { Link } from 'wouter';
import type { Photo, Post } from '../../../../contract/shapes.ts';
import { limits } from '../../../../contract/limits.ts';
import { words } from '../../../words/words.ts';
import { VisuallyHidden } from '../../../ui/text/time-ago.tsx';
import { placeholderOf } from '../../media/placeholder-image.ts';
import { srcSetOf } from './photo-sizes.ts';
import './album-sheet.css';

const texts = words.albums;

/** The part of the card's width that the largest photo takes. */
const sizesOf = (total: number, index: number): string => {
  const share = total === 1 ? 1 : total === 2 || index === 0 ? 2 / 3 : 1 / 3;
  return `(min-width: 1100px) ${Math.round(596 * share)}px, ${Math.round(100 * share)}vw`;
};

/** The first photos of an album and their number, as one link to the album. */
export default function AlbumSheet({ post }: { post: Post }) {
  const { id, title, photosCount } = post;
  const shown = post.images.slice(0, limits.albumCover);
  const more = photosCount - shown.length;
  return (
    <Link href={`/post/${id}`} className={`album-sheet n${shown.length}`}>
      <VisuallyHidden>{texts.card({ title: title ?? '', count: photosCount })}</VisuallyHidden>
      {shown.map((photo, index) => (
        <Tile
          key={photo.url}
          photo={photo}
          sizes={sizesOf(shown.length, index)}
          more={index === shown.length - 1 ? more : 0}
        />
      ))}
      {shown.length === 0 ? (
        <span className="album-none" aria-hidden="true">
          {texts.empty}
        </span>
      ) : null}
    </Link>
  );
}

function Tile({ photo, sizes, more }: { photo: Photo; sizes: string; more: number }) {
  const placeholder = placeholderOf(photo.placeholder);
  return (
    <span className="album-tile" style={placeholder === null ? undefined : { backgroundImage: placeholder }}>
      <img src={photo.url} srcSet={srcSetOf(photo)} sizes={sizes} alt="" loading="lazy" decoding="async" />
      {more > 0 ? (
        <span className="more" aria-hidden="true">
          {texts.more({ count: more })}
        </span>
      ) : null}
    </span>
  );
}

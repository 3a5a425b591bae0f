import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Photo } from '../../../../contract/shapes.ts';
import { words } from '../../../words/words.ts';
import { placeholderOf } from './placeholder.ts';

interface PhotoTileProps {
  photo: Photo;
  alt: string;
  /** The button's accessible name. */
  label: string;
  /** The `sizes` of the image. */
  sizes: string;
  /** How many more photos there are than tiles; shown over the last one. */
  more: number;
  /** Loads with high priority, for photos on the first screen. */
  first: boolean;
  onOpen: () => void;
  onNear: () => void;
}

/** One photo of a post: shows the blurred placeholder immediately, and the photo once it is decoded. */
export function PhotoTile({ photo, alt, label, sizes, more, first, onOpen, onNear }: PhotoTileProps) {
  const [state, setState] = useState<'waiting' | 'there' | 'failed'>('waiting');
  const placeholder = useMemo(() => placeholderOf(photo.placeholder), [photo.placeholder]);
  if (state === 'failed') {
    return (
      <span className="gone">
        <ImageOff aria-hidden="true" />
        {words.ui.photoUnavailable}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={label}
      style={placeholder === null ? undefined : { backgroundImage: placeholder }}
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <img
        // A cached photo may have loaded before the listener was attached.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setState('there');
        }}
        src={photo.url}
        srcSet={photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes={sizes}
        width={photo.width}
        height={photo.height}
        alt={alt}
        className={state === 'there' ? 'there' : undefined}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onLoad={() => setState('there')}
        onError={() => setState('failed')}
      />
      {more > 0 ? (
        <span className="more" aria-hidden="true">
          {words.posts.photo.more(more)}
        </span>
      ) : null}
    </button>
  );
}

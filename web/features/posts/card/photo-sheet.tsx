import { ImageOff } from 'lucide-react';
import { useState, useEffect } from 'react';
import type { Photo, Post } from '../../../../contract/shapes.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';
import { displayName } from '../../../ui/people/person-name.ts';
import { withDays } from './dated-photo.ts';
import { maxTiles, sizesOf, srcSetOf } from './photo-sizes.ts';

type PlaceholderOf = (thumbhash: string) => string | null;

/** Null until the first card has been painted: its text would wait for the decoding. */
let placeholderOf: PlaceholderOf | null = null;

const load = async (): Promise<PlaceholderOf> =>
  (placeholderOf ??= (await import('../../media/placeholder-image.ts')).placeholderOf);

/** The blurred placeholder of a photo as a CSS image; null if there is none yet. */
const usePlaceholder = (thumbhash: string): string | null => {
  const [image, setImage] = useState(() => placeholderOf?.(thumbhash) ?? null);
  useEffect(() => {
    load().then(
      (decode) => setImage(decode(thumbhash)),
      (error: unknown) => console.warn(error),
    );
  }, [thumbhash]);
  return image;
};

const texts = words.posts.photo;

/** One photo keeps its own ratio, between portrait 4:5 and landscape 16:9. */
const ratioOf = ({ width, height }: Photo): string =>
  String(Math.min(16 / 9, Math.max(4 / 5, width / height)));

const loadViewer = () => import('./photo-viewer.ts');
const VideoTile = lazyComponent(async () => ({ default: (await loadViewer()).VideoTile }));
const prepareViewer = () => void loadViewer().catch((error: unknown) => console.warn(error));

interface PhotoSheetProps {
  post: Post;
  first: boolean;
  mine: boolean;
}

/** The photos of a post: one, two side by side, one large and two stacked; the third carries '+N' for the rest. */
export function PhotoSheet({ post, first, mine }: PhotoSheetProps) {
  const name = displayName(post.author);
  const photos = withDays(post);
  const total = photos.length;
  const tiles = photos.slice(0, maxTiles);
  const [single] = photos;
  if (!single) return null;
  return (
    <div className={`sheet n${tiles.length}`} style={total === 1 ? { '--ar': ratioOf(single) } : undefined}>
      {tiles.map((photo, index) => {
        const more = index === maxTiles - 1 ? total - maxTiles : 0;
        const alt = photo.alt || texts.by({ name, at: index + 1, total });
        const tile = (onOpen: () => void, label: string) => (
          <PhotoTile
            key={photo.url}
            photo={photo}
            alt={alt}
            label={label}
            sizes={sizesOf(total, index)}
            more={more}
            first={first}
            onOpen={onOpen}
            onNear={prepareViewer}
          />
        );
        const view = () => void loadViewer().then(({ viewPost }) => viewPost(post, { photos, index, mine }));
        const opened = tile(view, texts.open({ at: index + 1, total, more, alt: photo.alt || null, name }));
        return photo.video && !more ? (
          <VideoTile
            key={photo.url}
            photo={photo}
            alt={photo.alt || texts.videoBy({ name, at: index + 1, total })}
            onView={view}
            poster={tile}
            fallback={opened}
          />
        ) : (
          opened
        );
      })}
    </div>
  );
}

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
function PhotoTile({ photo, alt, label, sizes, more, first, onOpen, onNear }: PhotoTileProps) {
  const [state, setState] = useState<'waiting' | 'there' | 'failed'>('waiting');
  const placeholder = usePlaceholder(photo.placeholder);
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
        srcSet={srcSetOf(photo)}
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
          {words.posts.photo.more({ count: more })}
        </span>
      ) : null}
    </button>
  );
}

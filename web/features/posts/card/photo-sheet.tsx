import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import type { Photo } from '../../../../contract/shapes.ts';
import { words } from '../../../words/words.ts';

const texts = words.posts.photo;
const maxTiles = 3;

/** One photo keeps its own ratio, between portrait 4:5 and landscape 16:9. */
const ratioOf = ({ width, height }: Photo): string =>
  String(Math.min(16 / 9, Math.max(4 / 5, width / height)));

// Tile widths for `sizes`, so that the browser picks the smallest sharp file: the column is 596 px wide in a card, the
// whole screen on phones.
const whole = '(min-width: 1100px) 596px, (min-width: 769px) 62vw, 100vw';
const part = (share: number) =>
  `(min-width: 1100px) ${Math.round(596 * share)}px, (min-width: 769px) ${Math.round(62 * share)}vw, ${Math.round(100 * share)}vw`;
const tileSizes = { 1: [whole], 2: [part(1 / 2), part(1 / 2)], 3: [part(2 / 3), part(1 / 3), part(1 / 3)] };

const loadViewer = () => import('./photo-viewer.ts');
const prepareViewer = () => void loadViewer().catch((error: unknown) => console.error(error));

interface PhotoSheetProps {
  photos: readonly Photo[];
  /** The photographer's name, for photos without a caption. */
  name: string;
  first: boolean;
}

/** The photos of a post: one, two side by side, one large and two stacked; the third carries '+N' for the rest. */
export function PhotoSheet({ photos, name, first }: PhotoSheetProps) {
  const total = photos.length;
  const tiles = photos.slice(0, maxTiles);
  const count = tiles.length === 1 ? 1 : tiles.length === 2 ? 2 : 3;
  const [single] = photos;
  if (!single) return null;
  const altOf = (photo: Photo) => photo.alt || texts.by(name);
  const open = async (index: number) => {
    const { viewPhotos } = await loadViewer();
    viewPhotos(
      photos.map((photo) => ({ photo, alt: altOf(photo) })),
      index,
    );
  };
  return (
    <div className={`sheet n${count}`} style={count === 1 ? { '--ar': ratioOf(single) } : undefined}>
      {tiles.map((photo, index) => {
        const more = index === maxTiles - 1 ? total - maxTiles : 0;
        const alt = altOf(photo);
        return (
          <PhotoTile
            key={photo.url}
            photo={photo}
            alt={alt}
            label={more > 0 ? texts.openMore(index + 1, total, more, alt) : texts.open(index + 1, total, alt)}
            sizes={tileSizes[count][index] ?? whole}
            more={more}
            first={first}
            onOpen={() => void open(index)}
            onNear={prepareViewer}
          />
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

// Decoding takes half a millisecond, and a growing feed renders the same placeholders repeatedly.
const painted = new Map<string, string | null>();
const maxCount = 300;

const paint = (thumbhash: string): string | null => {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return `url(${thumbHashToDataURL(bytes)})`;
  } catch {
    return null;
  }
};

/** The blurred placeholder of a photo as a CSS image; null if the hash is invalid. */
const placeholderOf = (thumbhash: string): string | null => {
  const known = painted.get(thumbhash);
  if (known !== undefined) return known;
  if (painted.size >= maxCount) painted.clear();
  const image = paint(thumbhash);
  painted.set(thumbhash, image);
  return image;
};

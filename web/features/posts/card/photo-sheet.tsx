import type { Photo } from '../../../../contract/shapes.ts';
import { words } from '../../../words/words.ts';
import { PhotoTile } from './photo-tile.tsx';

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
const sizes = { 1: [whole], 2: [part(1 / 2), part(1 / 2)], 3: [part(2 / 3), part(1 / 3), part(1 / 3)] };

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
            sizes={sizes[count][index] ?? whole}
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

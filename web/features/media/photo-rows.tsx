import { ImageOff, Play } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { rowsOf } from './justify.ts';
import { placeholderOf } from './placeholder-image.ts';
import './photo-rows.css';

const describe = ({ alt, addedBy, video }: PlacedPhoto): string =>
  words.photoRows.open({ alt, by: displayName(addedBy), isVideo: video !== null });

interface PhotoRowsProps<P extends PlacedPhoto> {
  photos: readonly P[];
  /** The height of a row in pixels that rows come close to. */
  rowHeight: number;
  onOpen: (index: number) => void;
  /** The accessible name of a photo's button. Default: its description and who added it. */
  label?: (photo: P, index: number) => string;
  /** Something over a photo, beside its button, as a box to tick. */
  over?: (photo: P, index: number) => ReactNode;
}

/** The width of an element, measured before the first paint and after each change; 0 until then. */
const useWidth = () => {
  const place = useRef<HTMLUListElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { place, width };
};

/** Photos in rows that fill the width. Their sizes are known, so that nothing moves while they load. */
export function PhotoRows<P extends PlacedPhoto>({
  photos,
  rowHeight,
  onOpen,
  label = describe,
  over,
}: PhotoRowsProps<P>) {
  const { place, width } = useWidth();
  const boxes = width === 0 ? [] : rowsOf(photos, { width, rowHeight });
  return (
    <ul className="photo-rows" ref={place}>
      {photos.map((photo, index) => {
        const box = boxes[index];
        return box ? (
          <li key={photo.id} style={{ width: `${box.width}px`, height: `${box.height}px` }}>
            <PhotoButton
              photo={photo}
              width={box.width}
              label={label(photo, index)}
              onOpen={() => onOpen(index)}
            />
            {over?.(photo, index)}
          </li>
        ) : null;
      })}
    </ul>
  );
}

interface PhotoButtonProps {
  photo: PlacedPhoto;
  /** In pixels. */
  width: number;
  label: string;
  onOpen: () => void;
}

const PhotoButton = memo(function PhotoButton({ photo, width, label, onOpen }: PhotoButtonProps) {
  const [state, setState] = useState<'waiting' | 'there' | 'failed'>('waiting');
  const placeholder = placeholderOf(photo.placeholder);
  return (
    <button
      type="button"
      aria-label={label}
      style={placeholder === null ? undefined : { backgroundImage: placeholder }}
      onClick={onOpen}
    >
      {state === 'failed' ? (
        <ImageOff aria-hidden="true" />
      ) : (
        <img
          src={photo.url}
          srcSet={photo.variants.map(({ url, width: wide }) => `${url} ${wide}w`).join(', ')}
          sizes={`${width}px`}
          alt=""
          className={state === 'there' ? 'there' : undefined}
          loading="lazy"
          decoding="async"
          onLoad={() => setState('there')}
          onError={() => setState('failed')}
        />
      )}
      {photo.video ? <Play className="is-video" aria-hidden="true" /> : null}
    </button>
  );
});

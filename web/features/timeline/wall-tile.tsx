import { ImageOff, Play } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { averageColor, knownPlaceholder } from '../media/placeholder-image.ts';
import { labelOf } from './photo-label.ts';
import { paintWhenIdle } from './paint-when-idle.ts';
import { useHasSettled } from './scroll-speed.ts';

interface WallTileProps {
  photo: PlacedPhoto;
  /** In pixels, within the month. */
  top: number;
  left: number;
  width: number;
  height: number;
  /** The one photo of the wall that Tab reaches. */
  isTabStop: boolean;
}

/** One photo at its place. Presses and keys are heard by the wall. */
export const WallTile = memo(function WallTile({
  photo,
  top,
  left,
  width,
  height,
  isTabStop,
}: WallTileProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [hasFailed, setFailed] = useState(false);
  // A photo that is scrolled past quickly is not loaded.
  const hasSettled = useHasSettled();
  const { placeholder } = photo;
  const known = knownPlaceholder(placeholder);
  useEffect(() => (button.current ? paintWhenIdle(button.current, placeholder) : undefined), [placeholder]);
  return (
    <li style={{ width: `${width}px`, height: `${height}px`, transform: `translate(${left}px, ${top}px)` }}>
      <button
        ref={button}
        type="button"
        data-photo={photo.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={labelOf(photo)}
        style={{ backgroundColor: averageColor(placeholder), ...(known && { backgroundImage: known }) }}
      >
        {hasFailed ? <ImageOff aria-hidden="true" /> : null}
        {hasSettled && !hasFailed ? (
          <img
            srcSet={photo.variants.map(({ url, width: wide }) => `${url} ${wide}w`).join(', ')}
            sizes={`${width}px`}
            alt=""
            decoding="async"
            draggable={false}
            onError={() => setFailed(true)}
          />
        ) : null}
        {photo.video ? <Play className="is-video" aria-hidden="true" /> : null}
      </button>
    </li>
  );
});

import { ImageOff, Play } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { averageColor, knownPlaceholder, placeholderOf } from '../media/placeholder-image.ts';
import { labelOf } from './photo-label.ts';
import { useHasSettled } from './scroll-speed.ts';

/** Milliseconds that must be left in a frame: decoding a placeholder takes 2 on a slow phone. */
const neededMs = 4;
const withoutIdleMs = 50;

const waiting = new Map<HTMLElement, string>();
let isAsked = false;

const paint = (hasTime: () => boolean): void => {
  isAsked = false;
  for (const [element, thumbhash] of waiting) {
    if (!hasTime()) return ask();
    waiting.delete(element);
    const image = placeholderOf(thumbhash);
    if (image !== null) element.style.backgroundImage = image;
  }
};

const ask = (): void => {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback((left) => paint(() => left.timeRemaining() > neededMs));
  else {
    setTimeout(() => {
      const until = performance.now() + neededMs;
      paint(() => performance.now() < until);
    }, withoutIdleMs);
  }
};

/** Paints the blurred placeholder when the page has nothing else to do; returns how to do without. */
const paintWhenIdle = (element: HTMLElement, thumbhash: string): (() => void) => {
  waiting.set(element, thumbhash);
  ask();
  return () => {
    waiting.delete(element);
  };
};

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

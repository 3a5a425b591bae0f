import { type KeyboardEvent, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { go } from '../../app/navigation.ts';
import { useIsNarrow, rove } from '../../ui/hooks/roving.ts';
import type { MenuItem } from '../../ui/overlay/menu.tsx';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { words } from '../../words/words.ts';
import { averageColor } from '../media/placeholder-image.ts';
import './cover.css';
import { openPhotos } from './open-photos.ts';
import { labelOf } from './photo-label.ts';

const texts = words.timeline.cover;

/** Prints that a phone shows; wide screens show all. */
const onPhones = 5;

interface CoverProps {
  /** The first of them is ringed. Null while they load. */
  photos: readonly PlacedPhoto[] | null;
  items: ((photo: PlacedPhoto) => readonly MenuItem[]) | undefined;
}

/** The newest photos of a circle as a contact sheet, the newest ringed in the circle's colour. */
export function Cover({ photos, items }: CoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const isNarrow = useIsNarrow();
  const frames = Array.from({ length: isNarrow ? onPhones : limits.circleCover }, (_, at) => at);
  const open = (photo: PlacedPhoto) => {
    void openPhotos(photos ?? [], photo, {
      more: () => Promise.resolve(undefined),
      onMoment: (postId) => go(`/post/${postId}`),
      items,
      onClosed: (id) => box.current?.querySelector<HTMLElement>(`[data-photo="${id}"]`)?.focus(),
    });
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = rove(event, 'a');
    if (next !== null) setStop(next);
  };
  const ring = photos ? <TaperedRing variant={1} className="cover-ring" /> : null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the links inside
    <div ref={box} className="cover" role="group" aria-label={texts.label} onKeyDown={move}>
      {frames.map((at) => {
        const photo = photos?.[at];
        return photo ? (
          <a
            key={photo.id}
            href={`/post/${photo.postId}`}
            data-photo={photo.id}
            tabIndex={at === stop ? 0 : -1}
            aria-label={labelOf(photo)}
            style={{ backgroundColor: averageColor(photo.placeholder) }}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              setStop(at);
              open(photo);
            }}
          >
            <img
              srcSet={photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}
              sizes={at === 0 ? '(min-width: 769px) 361px, 50vw' : '(min-width: 769px) 120px, 25vw'}
              alt=""
              decoding="async"
              fetchPriority={at === 0 ? 'high' : 'auto'}
            />
            {at === 0 ? ring : null}
          </a>
        ) : (
          <span key={at} className={photos ? 'cover-frame' : 'cover-frame sunken'}>
            {at === 0 ? ring : null}
            {at === 0 && photos ? <span className="small mut">{texts.first}</span> : null}
          </span>
        );
      })}
    </div>
  );
}

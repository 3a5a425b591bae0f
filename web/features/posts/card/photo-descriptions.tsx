import { Crop } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Photo } from '../../../../contract/shapes.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';
import { photoIdOf } from './dated-photo.ts';
import './turnable.css';

const texts = words.compose.photos;

const TurnPhoto = lazyComponent(() => import('./turn-photo.tsx'));

/** Whether the server would refuse the description. */
export const isTooLong = (alt: string): boolean => [...alt.trim()].length > limits.photoCaption;

interface PhotoDescriptionsProps {
  postId: string;
  photos: readonly Photo[];
  /** More than `photos` while some have not been loaded. */
  total: number;
  /** The descriptions in the order of the photos. */
  alts: readonly string[];
  disabled?: boolean;
  onWrite: (index: number, alt: string) => void;
  /** Called with the ids of a photo and of the one that has replaced it. */
  onTurned?: (from: string, to: string) => void;
}

/** Shared photos, each with its description for people who cannot see it. They can be turned and cropped. */
export function PhotoDescriptions({
  postId,
  photos,
  total,
  alts,
  disabled = false,
  onWrite,
  onTurned,
}: PhotoDescriptionsProps) {
  const [turned, setTurned] = useState<number | null>(null);
  /** The first ids of turned photos: a field that is being typed in stays on the page. */
  const [origins, setOrigins] = useState<Readonly<Record<string, string>>>({});
  const opened = turned === null ? undefined : photos[turned];
  // A turned photo arrives after its sheet was closed, too, and words may have been typed meanwhile.
  const latest = useRef({ onWrite, onTurned });
  useEffect(() => {
    latest.current = { onWrite, onTurned };
  });
  // Always the same function, so that a keystroke renders one photo and not hundreds.
  const write = useCallback((index: number, alt: string) => latest.current.onWrite(index, alt), []);
  return (
    <fieldset disabled={disabled}>
      <legend className="hint mb-2">{texts.altHint}</legend>
      <ul className="stack g12">
        {photos.map((photo, index) => (
          <Row
            key={origins[photoIdOf(photo)] ?? photoIdOf(photo)}
            photo={photo}
            index={index}
            total={total}
            alt={alts[index] ?? ''}
            onWrite={write}
            onTurn={setTurned}
          />
        ))}
      </ul>
      {opened && turned !== null ? (
        <TurnPhoto
          postId={postId}
          photo={opened}
          at={turned + 1}
          total={total}
          onTurned={(from, to) => {
            setOrigins((now) => ({ ...now, [to]: now[from] ?? from }));
            latest.current.onTurned?.(from, to);
          }}
          onClose={() => setTurned(null)}
        />
      ) : null}
    </fieldset>
  );
}

interface RowProps {
  photo: Photo;
  index: number;
  total: number;
  alt: string;
  onWrite: (index: number, alt: string) => void;
  onTurn: (index: number) => void;
}

const Small = ({ photo }: { photo: Photo }) => (
  <img
    src={photo.variants[0]?.url ?? photo.url}
    alt=""
    loading="lazy"
    decoding="async"
    className="size-[4.75rem] shrink-0 rounded-[4px] object-cover"
  />
);

const Row = memo(({ photo, index, total, alt, onWrite, onTurn }: RowProps) => (
  <li className="row items-end">
    {photo.video ? (
      <Small photo={photo} />
    ) : (
      <button
        type="button"
        className="turnable"
        aria-haspopup="dialog"
        aria-label={texts.turnOrCrop({ at: index + 1, total })}
        onClick={() => onTurn(index)}
      >
        <Small photo={photo} />
        <Crop aria-hidden="true" />
      </button>
    )}
    <div className="grow">
      <TextField
        label={texts.alt({ at: index + 1, total, video: photo.video !== null })}
        placeholder={words.controls.optional}
        autoComplete="off"
        value={alt}
        error={isTooLong(alt) ? messages.photoCaptionTooLong : undefined}
        onChange={({ currentTarget: { value } }) => onWrite(index, value)}
      />
    </div>
  </li>
));
Row.displayName = 'PhotoDescription';

import { memo, useCallback, useEffect, useRef } from 'react';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Photo } from '../../../../contract/shapes.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';

const texts = words.compose.photos;

/** Whether the server would refuse the description. */
export const isTooLong = (alt: string): boolean => [...alt.trim()].length > limits.photoCaption;

interface PhotoDescriptionsProps {
  photos: readonly Photo[];
  /** More than `photos` while some have not been loaded. */
  total: number;
  /** The descriptions in the order of the photos. */
  alts: readonly string[];
  disabled?: boolean;
  onWrite: (index: number, alt: string) => void;
}

/** Shared photos, each with its description for people who cannot see it. */
export function PhotoDescriptions({
  photos,
  total,
  alts,
  disabled = false,
  onWrite,
}: PhotoDescriptionsProps) {
  const latest = useRef(onWrite);
  useEffect(() => {
    latest.current = onWrite;
  });
  // Always the same function, so that a keystroke renders one photo and not hundreds.
  const write = useCallback((index: number, alt: string) => latest.current(index, alt), []);
  return (
    <fieldset disabled={disabled}>
      <legend className="hint mb-2">{texts.altHint}</legend>
      <ul className="stack g12">
        {photos.map((photo, index) => (
          <Row
            key={photo.url}
            photo={photo}
            index={index}
            total={total}
            alt={alts[index] ?? ''}
            onWrite={write}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface RowProps {
  photo: Photo;
  index: number;
  total: number;
  alt: string;
  onWrite: (index: number, alt: string) => void;
}

const Row = memo(({ photo, index, total, alt, onWrite }: RowProps) => (
  <li className="row items-end">
    <img
      src={photo.variants[0]?.url ?? photo.url}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-[4.75rem] shrink-0 rounded-[4px] object-cover"
    />
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

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { words } from '../../../words/words.ts';
import { ChosenPhotoCard, type PhotoAct } from './chosen-photo.tsx';
import { type ChosenPhoto, changeDraft } from './draft.ts';
import { useDroppedFiles } from './photo-input.tsx';
import { PhotoInput } from './photo-input.tsx';
import { forgetUpload, resumePhotos, sendPhotos } from './photo-uploads.ts';
import { addPhotos } from './prepare-photos.ts';
import { usePreparing, useRefused } from './preparing.ts';

const texts = words.compose.photos;

interface PhotoChooserProps {
  photos: readonly ChosenPhoto[];
  disabled: boolean;
  /** The server's problems with the photos. */
  error: string | undefined;
  onChange: () => void;
}

const moved = (photos: readonly ChosenPhoto[], from: number, to: number): ChosenPhoto[] => {
  const photo = photos[from];
  return photo ? photos.toSpliced(from, 1).toSpliced(to, 0, photo) : [...photos];
};

/** Manages the moment's photos: choose, drop, paste, reorder, describe and remove. */
export function PhotoChooser({ photos, disabled, error, onChange }: PhotoChooserProps) {
  const preparing = usePreparing();
  const refused = useRefused();
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string | null>(null);
  const total = photos.length;
  const client = useQueryClient();
  useEffect(() => sendPhotos(client), [client, photos]);
  useEffect(() => {
    const resume = () => resumePhotos(client);
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, [client]);
  const take = (files: File[]) => {
    if (files.length === 0) return;
    onChange();
    void addPhotos(client, files);
  };
  const over = useDroppedFiles(take, disabled);
  // Move the focus with the pressed button, which was moved or removed.
  useEffect(() => {
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted === null) return;
    const [target] = [...(box.current?.querySelectorAll<HTMLButtonElement>(wanted) ?? [])].filter(
      (button) => !button.disabled,
    );
    (target ?? input.current)?.focus();
  }, [photos]);
  const act = (index: number, photo: ChosenPhoto, what: PhotoAct) => {
    onChange();
    if (what === 'remove') {
      const neighbour = photos[index + 1] ?? photos[index - 1];
      focusNext.current = `[data-photo="${neighbour?.key}"] [data-act="remove"]`;
      setSaid(texts.removed);
      changeDraft({ photos: photos.toSpliced(index, 1) });
      forgetUpload(photo);
      return;
    }
    const to = index + (what === 'later' ? 1 : -1);
    const here = `[data-photo="${photo.key}"]`;
    const isLast = what === 'later' ? to === total - 1 : to === 0;
    focusNext.current = `${here} [data-act="${isLast ? (what === 'later' ? 'earlier' : 'later') : what}"]`;
    setSaid(texts.moved({ at: to + 1, total }));
    changeDraft({ photos: moved(photos, index, to) });
  };
  const describe = (key: number, alt: string) => {
    changeDraft((now) => ({
      photos: now.photos.map((photo) => (photo.key === key ? { ...photo, alt } : photo)),
    }));
  };
  const more = total > 0 && total < limits.photosPerPost;
  const adder = more ? (
    <PhotoInput look="button" over={over} disabled={disabled} onFiles={take} input={input} />
  ) : null;
  return (
    <div ref={box} role="group" aria-label={texts.label} className={over ? 'stack g12 over-it' : 'stack g12'}>
      {total === 0 ? (
        <PhotoInput look="zone" over={over} disabled={disabled} onFiles={take} input={input} />
      ) : (
        <ol className={total === 1 ? 'prints one' : 'prints'}>
          {photos.map((photo, index) => (
            <ChosenPhotoCard
              key={photo.key}
              photo={photo}
              index={index}
              total={total}
              disabled={disabled}
              onAct={(what) => act(index, photo, what)}
              onAlt={(alt) => describe(photo.key, alt)}
            >
              {total === 1 ? adder : null}
            </ChosenPhotoCard>
          ))}
        </ol>
      )}
      {total > 1 ? (
        <>
          <p className="hint">{texts.altHint}</p>
          <div className="row">
            {adder}
            <span className="small mut">{texts.count({ now: total, most: limits.photosPerPost })}</span>
          </div>
        </>
      ) : null}
      {preparing > 0 ? <Spinner words={texts.preparing({ count: preparing })} /> : null}
      {[...refused, ...(error === undefined ? [] : [error])].map((problem) => (
        <FieldError key={problem} text={problem} />
      ))}
      {refused.some((problem) => problem.endsWith(messages.videosPremium)) ? (
        <TextLink href="/my-account#billing">{texts.plans}</TextLink>
      ) : null}
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}

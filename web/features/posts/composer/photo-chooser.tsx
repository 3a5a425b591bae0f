import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../../app/session.tsx';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { type Item, isRefusedAtChoice } from '../../../outbox/item.ts';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { nameOf } from '../../media/photo-sender.ts';
import { words } from '../../../words/words.ts';
import { ChosenPhotoCard, type PhotoAct } from './chosen-photo.tsx';
import { choosePhotos, describePhoto, movePhoto, photosAmong, removePhoto } from './draft-photos.ts';
import { useDroppedFiles } from './photo-input.tsx';
import { PhotoInput } from './photo-input.tsx';

const texts = words.compose.photos;

interface PhotoChooserProps {
  /** The items of the moment. */
  items: readonly Item[];
  disabled: boolean;
  /** The server's problems with the photos. */
  error: string | undefined;
  onChange: () => void;
}

const refusalOf = (item: Item): string =>
  texts.refused({ name: nameOf(item), reason: item.problem?.text ?? words.ui.broken });

/** Manages the moment's photos: choose, drop, paste, reorder, describe and remove. */
export function PhotoChooser({ items, disabled, error, onChange }: PhotoChooserProps) {
  const me = useUser();
  const photos = photosAmong(items);
  const refused = items.filter(isRefusedAtChoice).map(refusalOf);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string | null>(null);
  const total = photos.length;
  const client = useQueryClient();
  const take = (files: File[]) => {
    if (files.length === 0) return;
    onChange();
    choosePhotos(client, me.id, files);
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
  }, [items]);
  const act = (index: number, photo: Item, what: PhotoAct) => {
    onChange();
    if (what === 'remove') {
      const neighbour = photos[index + 1] ?? photos[index - 1];
      focusNext.current = `[data-photo="${neighbour?.id}"] [data-act="remove"]`;
      setSaid(texts.removed);
      return removePhoto(photo);
    }
    const to = index + (what === 'later' ? 1 : -1);
    const here = `[data-photo="${photo.id}"]`;
    const isLast = what === 'later' ? to === total - 1 : to === 0;
    focusNext.current = `${here} [data-act="${isLast ? (what === 'later' ? 'earlier' : 'later') : what}"]`;
    setSaid(texts.moved({ at: to + 1, total }));
    movePhoto(photos, index, to);
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
              key={photo.id}
              photo={photo}
              index={index}
              total={total}
              disabled={disabled}
              onAct={(what) => act(index, photo, what)}
              onAlt={(alt) => describePhoto(photo, alt)}
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
      {[...refused, ...(error === undefined ? [] : [error])].map((problem) => (
        <FieldError key={problem} text={problem} />
      ))}
      {refused.some((problem) => problem.endsWith(messages.videosPremium)) ? (
        <TextLink href="/my-account/plan">{texts.plans}</TextLink>
      ) : null}
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}

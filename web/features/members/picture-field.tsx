import { ImageUp, Trash2 } from 'lucide-react';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { words } from '../../words/words.ts';
import { displayName, profileImage } from '../../ui/people/person-name.ts';
import { acceptedPhotos } from '../media/photo-files.ts';
import { PhotoRefused, preparePicture } from '../media/prepare-photo.ts';
import { previewOf } from '../media/preview.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';

/** The picture as it will be uploaded; the server checks its contents. @throws PhotoRefused */
const makePicture = async (file: File): Promise<Blob> => {
  const ready = await preparePicture(file);
  if (ready.size > limits.avatarBytes) throw new PhotoRefused(messages.avatarTooLarge);
  return ready;
};

const texts = words.profile.form;

/**
 * The change of the picture: a new one, null to remove it, or undefined for no change. The preview of a picture is
 * undefined while it is prepared, and null where this browser cannot show it.
 */
export type NewPicture = { file: Promise<Blob>; name: string; preview?: string | null } | null | undefined;

/** Whether both are the same choice: the preview comes later. */
export const isSamePicture = (one: NewPicture, other: NewPicture): boolean =>
  one === other || (one?.file !== undefined && one.file === other?.file);

interface PictureFieldProps {
  person: Person;
  value: NewPicture;
  onChange: Dispatch<SetStateAction<NewPicture>>;
  /** The server's error about the picture. */
  error: string | undefined;
}

/** Shows the profile picture as it will be, with the file picker. */
export function PictureField({ person, value, onChange, error }: PictureFieldProps) {
  const [refused, setRefused] = useState<string>();
  const worn = profileImage(person);
  const shown = value === undefined ? worn : (value?.preview ?? null);
  const hasPicture = value === undefined ? worn !== null : value !== null;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const picture = { file: makePicture(file), name: file.name };
    // Unless another one was chosen meanwhile.
    const settle = (next: NewPicture) => onChange((now) => (now?.file === picture.file ? next : now));
    setRefused(undefined);
    // Before it is prepared, because the form may be sent meanwhile.
    onChange(picture);
    try {
      settle({ ...picture, preview: await previewOf(await picture.file) });
    } catch (failure) {
      if (!(failure instanceof PhotoRefused)) throw failure;
      settle(value);
      setRefused(failure.message);
    }
  };
  const trouble = refused ?? error;
  return (
    <div className="stack g8" role="group" aria-label={texts.photo}>
      <div className="row wrap g16">
        <Avatar src={shown} name={displayName(person)} size="xl" />
        <div className="stack g8 items-start">
          <label className="btn quiet sm whitespace-nowrap">
            <ImageUp aria-hidden="true" />
            {hasPicture ? texts.change : texts.choose}
            <input
              className="vh"
              type="file"
              accept={acceptedPhotos}
              aria-invalid={trouble ? true : undefined}
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                // Reset the field, so that choosing the same file again fires a change event.
                event.currentTarget.value = '';
              }}
            />
          </label>
          {hasPicture ? (
            <Button
              kind="ghost"
              size="sm"
              className="whitespace-nowrap"
              icon={Trash2}
              onClick={() => {
                setRefused(undefined);
                onChange(worn === null ? undefined : null);
              }}
            >
              {texts.remove}
            </Button>
          ) : null}
        </div>
      </div>
      <p className="hint empty:hidden" role="status">
        {value === null
          ? texts.removed
          : value?.preview === null
            ? texts.chosenFile({ name: value.name })
            : value
              ? texts.chosen
              : null}
      </p>
      {trouble ? <FieldError text={trouble} /> : null}
    </div>
  );
}

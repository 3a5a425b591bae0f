import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { words } from '../../words/words.ts';
import { displayName, profileImage } from '../../ui/people/person-name.ts';
import { acceptedPhotos, isPhoto } from '../media/photo-files.ts';
import { canShow, shrinkImage } from '../media/shrink-image.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';

/** Returns the picture to upload, or the error that refuses it. The server checks its contents. */
const makePicture = async (file: File): Promise<Blob | string> => {
  if (!(await isPhoto(file))) return messages.photoType;
  const ready = await shrinkImage(file).catch(() => null);
  if (ready === null) return words.compose.photos.changed;
  return ready.size > limits.avatarBytes ? messages.avatarTooLarge : ready;
};

const texts = words.profile.form;

/**
 * The change of the picture: a new one, null to remove it, or undefined for no change. There is no preview of a picture
 * that this browser cannot show.
 */
export type NewPicture = { file: Blob; name: string; preview: string | null } | null | undefined;

interface PictureFieldProps {
  person: Person;
  value: NewPicture;
  onChange: (value: NewPicture) => void;
  /** The server's error about the picture. */
  error: string | undefined;
}

/** Shows the profile picture as it will be, with the file picker. */
export function PictureField({ person, value, onChange, error }: PictureFieldProps) {
  const [refused, setRefused] = useState<string>();
  const worn = profileImage(person);
  const shown = value === undefined ? worn : (value?.preview ?? null);
  const hasPicture = value === undefined ? worn !== null : value !== null;
  const preview = value?.preview;
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const picture = await makePicture(file);
    if (typeof picture === 'string') return setRefused(picture);
    setRefused(undefined);
    const shownAs = (await canShow(picture)) ? URL.createObjectURL(picture) : null;
    onChange({ file: picture, name: file.name, preview: shownAs });
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

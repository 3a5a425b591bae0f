import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { words } from '../../words/words.ts';
import { displayName, profileImage } from '../../ui/people/person-name.ts';
import { makePicture } from './picture.ts';

const texts = words.profile.form;

/** The change of the picture: a new one, null to remove it, or undefined for no change. */
export type NewPicture = { file: Blob; preview: string } | null | undefined;

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
  useEffect(() => (value ? () => URL.revokeObjectURL(value.preview) : undefined), [value]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const picture = await makePicture(file);
    if (typeof picture === 'string') return setRefused(picture);
    setRefused(undefined);
    onChange({ file: picture, preview: URL.createObjectURL(picture) });
  };
  const trouble = refused ?? error;
  return (
    <div className="stack g8" role="group" aria-label={texts.photo}>
      <div className="row wrap g16">
        <Avatar src={shown} name={displayName(person)} size="xl" />
        <div className="stack g8 items-start">
          <label className="btn quiet sm whitespace-nowrap">
            <ImageUp aria-hidden="true" />
            {shown === null ? texts.choose : texts.change}
            <input
              className="vh"
              type="file"
              accept="image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp"
              aria-invalid={trouble ? true : undefined}
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                // Reset the field, so that choosing the same file again fires a change event.
                event.currentTarget.value = '';
              }}
            />
          </label>
          {shown === null ? null : (
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
          )}
        </div>
      </div>
      <p className="hint empty:hidden" role="status">
        {value === null ? texts.removed : value ? texts.chosen : null}
      </p>
      {trouble ? <FieldError text={trouble} /> : null}
    </div>
  );
}

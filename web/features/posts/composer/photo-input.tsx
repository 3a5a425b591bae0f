import { ImagePlus } from 'lucide-react';
import type { Ref } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { words } from '../../../words/words.ts';

const texts = words.compose.photos;
const accepted = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp';

interface PhotoInputProps {
  /** `zone` is the large area without photos, `button` stands beside chosen photos. */
  look: 'zone' | 'button';
  over: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  input: Ref<HTMLInputElement>;
}

/** A styled file input. */
export function PhotoInput({ look, over, disabled, onFiles, input }: PhotoInputProps) {
  const control = (
    <input
      ref={input}
      className="vh"
      type="file"
      multiple
      accept={accepted}
      disabled={disabled}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        // Reset, so that choosing the same file again fires a change event.
        event.currentTarget.value = '';
      }}
    />
  );
  if (look === 'button') {
    return (
      <label className="btn sm quiet pick-more">
        {control}
        <ImagePlus aria-hidden="true" />
        {texts.add}
      </label>
    );
  }
  return (
    <label className="drop pick">
      {control}
      <ImagePlus aria-hidden="true" />
      <b className="b">{over ? texts.dropHere : texts.choose}</b>
      <span className="small mut">{texts.hint(limits.photosPerPost)}</span>
      <span className="small mut desk">{texts.drop}</span>
    </label>
  );
}

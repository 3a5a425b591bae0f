import { ImagePlus } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
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

const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true;

/**
 * Takes files dropped anywhere on the page or pasted into it. Returns whether files are being dragged over it. While the
 * page is busy it refuses them, but still keeps the browser from opening the file.
 */
export const useDroppedFiles = (take: (files: File[]) => void, busy: boolean): boolean => {
  const [over, setOver] = useState(false);
  const dropped = useEffectEvent((files: File[]) => {
    if (!busy && files.length > 0) take(files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = { signal: stop.signal };
    window.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      on,
    );
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), on);
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        dropped([...event.dataTransfer.files]);
      },
      on,
    );
    window.addEventListener(
      'paste',
      (event) => {
        // Text copied together with a picture, as from a document, is pasted as text.
        if (!hasFiles(event.clipboardData) || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        dropped([...event.clipboardData.files]);
      },
      on,
    );
    return () => stop.abort();
  }, []);
  return over && !busy;
};

import { ImagePlus } from 'lucide-react';
import { acceptedPhotos } from '../media/photo-files.ts';

interface AlbumPhotoInputProps {
  label: string;
  hint?: string;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** A file input for many photos: a large area with a hint, else a button. */
export function AlbumPhotoInput({ label, hint, disabled = false, onFiles }: AlbumPhotoInputProps) {
  return (
    <label className={hint === undefined ? 'btn sm quiet pick-more' : 'drop pick'}>
      <input
        className="vh"
        type="file"
        multiple
        accept={acceptedPhotos}
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Reset, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
      <ImagePlus aria-hidden="true" />
      {hint === undefined ? (
        label
      ) : (
        <>
          <b className="b">{label}</b>
          <span className="small mut">{hint}</span>
        </>
      )}
    </label>
  );
}

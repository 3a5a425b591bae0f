import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { words } from '../../words/words.ts';
import { type AlbumFile, leaveOutFiles } from './album-uploads.ts';

const texts = words.albums;

/** A phone decodes each preview in full. */
const maxPreviews = 12;

interface ChosenPhotosProps {
  place: string;
  files: readonly AlbumFile[];
  disabled: boolean;
}

/** The first chosen photos of a new album, and how many there are. */
export function ChosenPhotos({ place, files, disabled }: ChosenPhotosProps) {
  const more = files.length - maxPreviews;
  return (
    <>
      <p className="small mut" role="status">
        {texts.chosen({ count: files.length })}
      </p>
      <ul className="album-chosen">
        {files.slice(0, maxPreviews).map(({ key, file, uploaded }, index) => (
          <li key={key}>
            <Preview file={file} src={uploaded?.url} />
            {index === maxPreviews - 1 && more > 0 ? (
              <span className="more">{texts.more({ count: more })}</span>
            ) : (
              <button
                type="button"
                aria-label={texts.remove({ at: index + 1 })}
                disabled={disabled}
                onClick={() => leaveOutFiles(place, key)}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The file, or after a reload what the server has of it. */
function Preview({ file, src }: { file: Blob | null; src: string | undefined }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return file || src !== undefined ? (
    <img ref={image} {...(!file && { src })} alt="" decoding="async" />
  ) : null;
}

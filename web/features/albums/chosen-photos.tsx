import { X } from 'lucide-react';
import type { Item } from '../../outbox/item.ts';
import { discardItems } from '../../outbox/discard-items.ts';
import { useFileUrl } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';

const texts = words.albums;

/** A phone decodes each preview in full. */
const maxPreviews = 12;

interface ChosenPhotosProps {
  photos: readonly Item[];
  disabled: boolean;
}

/** The first chosen photos of a new album, and how many there are. */
export function ChosenPhotos({ photos, disabled }: ChosenPhotosProps) {
  const more = photos.length - maxPreviews;
  return (
    <>
      <p className="small mut" role="status">
        {texts.chosen({ count: photos.length })}
      </p>
      <ul className="album-chosen">
        {photos.slice(0, maxPreviews).map((photo, index) => (
          <li key={photo.id}>
            <Preview photo={photo} />
            {index === maxPreviews - 1 && more > 0 ? (
              <span className="more">{texts.more({ count: more })}</span>
            ) : (
              <button
                type="button"
                aria-label={texts.remove({ at: index + 1 })}
                disabled={disabled}
                onClick={() => discardItems([photo.id])}
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

function Preview({ photo }: { photo: Item }) {
  const url = useFileUrl(photo);
  return url === null ? null : <img src={url} alt="" decoding="async" />;
}

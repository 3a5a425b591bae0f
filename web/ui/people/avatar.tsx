import { ImageOff, UserRound } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../words/words.ts';
import { initials } from './initials.ts';

const pixels = { sm: 32, md: 44, lg: 64, xl: 112 };

interface AvatarProps {
  /** The picture's address; null shows the purple placeholder with initials. */
  src: string | null;
  name: string;
  size?: keyof typeof pixels;
}

/** A profile picture. It stands beside the name, so it is silent, unless its picture could not be loaded. */
export function Avatar({ src, name, size = 'md' }: AvatarProps) {
  // The address that failed, not a flag: a new picture gets a new chance.
  const [failed, setFailed] = useState<string | null>(null);
  if (src !== null && src === failed) return <Unavailable size={size} />;
  if (src === null) return <Placeholder name={name} size={size} />;
  return (
    <span className={`av ${size}`}>
      <img
        src={src}
        alt=""
        width={pixels[size]}
        height={pixels[size]}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(src)}
      />
    </span>
  );
}

// The letters are painted by CSS: as text they would be part of what a link around them says.
function Placeholder({ name, size }: { name: string; size: keyof typeof pixels }) {
  const letters = initials(name);
  return (
    <span className={`av ${size}`} data-initials={letters} aria-hidden="true">
      {letters === '' ? <UserRound /> : null}
    </span>
  );
}

function Unavailable({ size }: { size: keyof typeof pixels }) {
  if (size === 'xl') {
    return (
      <span className="av xl bad">
        <ImageOff aria-hidden="true" />
        <span>{words.ui.photoUnavailable}</span>
      </span>
    );
  }
  return (
    <span className={`av ${size} bad`} role="img" aria-label={words.ui.photoUnavailable}>
      <ImageOff aria-hidden="true" />
    </span>
  );
}

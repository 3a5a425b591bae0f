import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { words } from '../../words/words.ts';

const photos = ['tomato', 'ridge', 'bread', 'dog', 'sea', 'snow', 'coffee', 'party', 'kite'];

/** An illustration: nine photographs, the middle one circled in pencil. */
export function ContactSheet() {
  return (
    <div className="cs" role="img" aria-label={words.publicHome.sheet}>
      {photos.map((photo) => (
        <span key={photo} style={{ backgroundImage: `url(/img/sheet-${photo}.webp)` }} />
      ))}
      <i>
        <TaperedRing variant={3} />
      </i>
    </div>
  );
}

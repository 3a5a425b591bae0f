import { limits } from '../../../contract/limits.ts';
import type { Photo } from '../../../contract/shapes.ts';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { averageColor } from '../media/placeholder-image.ts';
import { SmallPhoto } from '../media/small-photo.tsx';

const frames = Array.from({ length: limits.circleStrip }, (_, at) => limits.circleStrip - 1 - at);

/** The newest photos of a circle in the list, the newest last and ringed. The circle's link names it. */
export function Strip({ photos, variant }: { photos: readonly Photo[] | undefined; variant: number }) {
  return (
    <span className="strip" aria-hidden="true">
      {frames.map((at) => {
        const photo = photos?.[at];
        return (
          <span
            key={at}
            className={photos && !photo ? 'empty' : undefined}
            style={photo ? { backgroundColor: averageColor(photo.placeholder) } : undefined}
          >
            {photo ? <SmallPhoto photo={photo} sizes="(min-width: 769px) 200px, 30vw" /> : null}
            {at === 0 && photos ? <TaperedRing variant={variant} className="strip-ring" /> : null}
          </span>
        );
      })}
    </span>
  );
}

import type { ReactNode } from 'react';
import { TaperedRing } from '../pencil/tapered-ring.tsx';

export interface SplitPicture {
  src: string;
  /** CSS `background-position` of the picture. */
  position?: string;
  /** Where the ring is drawn on it, in per cent of the picture: left, top, width, height. */
  ring: readonly [number, number, number, number];
  variant?: number;
}

/** A form, and on wide screens a picture beside it with something circled on it. */
export function SplitPage({ picture, children }: { picture: SplitPicture; children: ReactNode }) {
  const [left, top, width, height] = picture.ring.map((value) => `${value}%`);
  return (
    <main id="main" className="auth">
      <div className="ap">{children}</div>
      <div className="apic desk" aria-hidden="true">
        <div
          className="aph"
          style={{
            backgroundImage: `url(${picture.src})`,
            backgroundPosition: picture.position ?? '50% 60%',
          }}
        />
        <i style={{ left, top, width, height }}>
          <TaperedRing variant={picture.variant ?? 0} />
        </i>
      </div>
    </main>
  );
}

import { Ring } from '../pencil/ring.tsx';

/** A circle's colour inside a hand-drawn ring of the same colour. Its name always stands next to it. */
export function CircleDot({
  color,
  size = 'm',
  variant = 0,
}: {
  color: string;
  size?: 's' | 'm' | 'x';
  variant?: number;
}) {
  return (
    <span className={size === 'm' ? 'cdot' : `cdot ${size}`} style={{ '--c': color }} aria-hidden="true">
      <Ring shape="round" variant={variant} />
    </span>
  );
}

import { round, wide } from './ring-paths.ts';

const families = { round, wide };

export interface RingProps {
  /** `round` for marks that are square, `wide` for words. */
  shape: keyof typeof families;
  /** Which of the four drawings; neighbours should differ. */
  variant?: number;
  /** Draw it in, as when something has just been chosen. */
  draw?: boolean;
}

/** The pencil mark around what is chosen. The state itself is in an aria attribute of its parent. */
export function Ring({ shape, variant = 0, draw = false }: RingProps) {
  const drawings = families[shape];
  return (
    <svg
      className={draw ? 'pencil draw' : 'pencil'}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={drawings[variant % drawings.length]} />
    </svg>
  );
}

import { Link } from 'wouter';
import { words } from '../../words/words.ts';

// Paths of the rings of the design system, redrawn with fewer points; the difference is not visible. Every view box is
// 0 0 100 100.

/** Nearly a circle, drawn as a line. */
export const round: readonly [string, ...string[]] = [
  'M20.1 13.1c10-6 15.3-9.9 28.4-9.2c38.1 1.8 63.5 53.3 32.7 79.8c-32.2 27.6-86.5-6.9-71.2-49.2c4.2-11.8 13.3-21.3 25.5-24.6c2.8-.7 5.9-1.2 8.8-1.8',
  'M6.8 34.1c4.8-8.6 6.5-13.4 15.5-19.7c29.2-20.5 75.5-.7 73.1 36.5c-2.7 41.2-62.2 58.4-83.1 20.4c-8.1-14.7-7.2-34.3 4.3-47c1.8-2 4-4 5.9-5.9',
  'M62.8 10.4c10.7 4.5 17 6.6 23.8 17.7c18.3 29.6-5.6 69.4-42.7 64.2c-40.9-5.7-55.8-61.9-13.8-81.9c16.7-8 37.6-6.6 51.5 6.5c2.2 2.1 4.4 4.5 6.5 6.7',
  'M7.3 65.7c-3.2-11.2-5.4-18.2-1.9-30.3c8.3-29.3 39.9-37.9 65.6-22.6c27.3 16.3 34.9 52 8.1 71.4c-22.8 16.4-56.7 7.9-68.4-18.5c-4.2-9.6-3.3-13.8-3.4-23.2',
];

/** A superellipse that is stretched over its box, drawn as a line. */
const wide: readonly [string, ...string[]] = [
  'M33.5 2.4c31.4-1.2 58.4-2.2 62.7 36.5c1.1 9.9 1.9 30.4-1.5 39.6c-7.1 19.2-28.3 17.5-45.5 17.1c-29.6-.7-43.5-8.2-44.3-40c-.6-24.6-1.2-47.7 29.2-50c10.8-.8 23.3 .2 34.1 1.7',
  'M62.2 3.9c18.7 2.2 32.3 5.6 35.4 27.4c1.2 8.7 .7 30-1.4 38.5c-6.5 26-27.9 25.5-49.6 25.7c-29.2 .3-42.2-7.3-42.5-38.5c-.2-27.5-.1-48.8 33.7-50.3c14.4-.7 28.3-.2 41.9 4.5',
  'M23.7 6c14-2.9 43.5-4.7 56.3 1c18.7 8.4 17.3 30.8 17 48.5c-.5 27.9-9.6 39.5-38.1 40c-30.5 .5-53.2-.9-54.7-37.6c-1.4-34.1 1.7-50.3 40.7-51.1c3.7-.1 7.4-.1 11.1-.1',
  'M38 2.9c30.3-.2 56 .1 59.2 37.1c.9 9.9 1.6 27.7-1.8 36.8c-7.3 20-29 18.6-46.6 18.5c-29.9-.2-43.1-7.5-44.1-39.5c-.8-27-1.4-49.1 32-49.7c10.7-.2 23.6 .5 34 2.7',
];

const logo =
  'M28.1 11.9c12.8-2.6 15.9-3.3 28.6 1.4c17.5 6.4 32.5 23.2 30.9 42.6c-2.9 35.7-55.5 40.9-68.9 6.9c-6-15.2-.5-32.9 12.6-42.3c7.9-5.6 14.8-5.5 23.8-4.9l.5-4.1c-9.7-2.2-15.4-3.9-25.6-.5c-39.9 13.5-31.9 77.9 17.4 84.1c38.4 4.7 65.1-33.2 44.9-67.8c-11.1-19-33.6-32.1-55.6-23.7c-3.3 1.3-6.5 3.1-9.7 4.6z';

/** The product's mark and name, leading to `/`. */
export function Logo() {
  return (
    <Link className="logo" href="/">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <path d={logo} />
      </svg>
      <span className="fold-last">{words.product}</span>
    </Link>
  );
}

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

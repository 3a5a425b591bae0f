import { tapered } from './tapered-ring-paths.ts';

/** A large ring of varying pressure, from 80 px up: hero, invitation, not-found. Fills its positioned parent. */
export function TaperedRing({ variant = 0, className }: { variant?: number; className?: string }) {
  return (
    <svg
      className={className === undefined ? 'pencil-fill' : `pencil-fill ${className}`}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={tapered[variant % tapered.length]} />
    </svg>
  );
}

import { clsx } from 'clsx';

export interface ButtonLook {
  kind?: 'primary' | 'quiet' | 'ghost' | 'danger' | 'danger-quiet' | undefined;
  size?: 'lg' | 'md' | 'sm' | undefined;
  /** As wide as its place. */
  full?: boolean | undefined;
  /** Aligned with the text's edge, for ghost buttons at the start of a line. */
  flush?: boolean | undefined;
  className?: string | undefined;
}

export const buttonClass = ({ kind = 'primary', size = 'md', full, flush, className }: ButtonLook): string =>
  clsx('btn', kind !== 'primary' && kind, size !== 'md' && size, full && 'full', flush && 'flush', className);

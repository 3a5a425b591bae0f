import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** The accessible name; there is no other. */
  label: string;
  /** With a border, for the priority arrows. */
  box?: boolean;
}

export function IconButton({ icon: Icon, label, box, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`ib ${box ? 'box ' : ''}${className}`.trim()}
      aria-label={label}
    >
      <Icon aria-hidden="true" />
      {children}
    </button>
  );
}

import { CircleAlert, CircleCheck, EyeOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = { info: EyeOff, ok: CircleCheck, warn: CircleAlert, bad: TriangleAlert };

interface AlertProps {
  tone?: keyof typeof icons;
  icon?: LucideIcon;
  /** `status` for updates, `alert` for failures, none for static text. */
  role?: 'status' | 'alert';
  children: ReactNode;
}

/** A message that stays in its place, unlike a toast. */
export function Alert({ tone = 'info', icon, role, children }: AlertProps) {
  const Icon = icon ?? icons[tone];
  return (
    <div className={tone === 'info' ? 'alert' : `alert ${tone}`} role={role}>
      <Icon aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

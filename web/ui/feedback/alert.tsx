import { CircleAlert, CircleCheck, EyeOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface ProgressProps {
  label: string;
  /** 0 to 100. */
  value: number;
  tone?: 'plain' | 'ok' | 'warn' | 'bad';
}

/** A bar. Screen readers hear every quarter, not every step. */
export function Progress({ label, value, tone = 'plain' }: ProgressProps) {
  const bounded = Math.max(0, Math.min(100, value));
  return (
    <div
      className={tone === 'plain' ? 'pg' : `pg ${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(bounded)}
    >
      <i style={{ width: `${bounded}%` }} />
      <span className="vh" role="status">
        {bounded > 0 ? `${label}: ${Math.floor(bounded / 25) * 25} %` : ''}
      </span>
    </div>
  );
}

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

/** Says what went wrong, if anything did. */
export function Problem({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Alert tone="bad" role="alert">
      {text}
    </Alert>
  );
}

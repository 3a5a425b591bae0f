import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface BadgeProps {
  tone?: 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'line';
  icon?: LucideIcon;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span className={tone === 'neutral' ? 'bd' : `bd ${tone}`}>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </span>
  );
}

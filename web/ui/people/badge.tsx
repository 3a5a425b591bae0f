import { type LucideIcon, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words/words.ts';
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

/** Stands beside the name of a member who takes part by e-mail alone; nothing beside other names. */
export function ByLetter({ of }: { of: { byLetter: boolean } }) {
  return of.byLetter ? <Badge icon={Mail}>{words.byLetter.badge}</Badge> : null;
}

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

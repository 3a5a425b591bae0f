import type { ReactNode } from 'react';
import { Ring } from '../pencil/ring.tsx';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** One action at most. */
  action?: ReactNode;
  level?: 2 | 3;
}

/** An open grey ring, a heading, one sentence, one action; left-aligned. */
export function EmptyState({ title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty">
      <span className="er" aria-hidden="true">
        <Ring shape="round" variant={2} />
      </span>
      <Heading>{title}</Heading>
      {text === undefined ? null : <p className="mut max-w-120">{text}</p>}
      {action}
    </div>
  );
}

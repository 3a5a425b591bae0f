import { BadgeCheck, CircleX, Clock, type LucideIcon, UserRoundSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/people/badge.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';

export type Status = keyof typeof words.verification.states;

const looks: Readonly<
  Record<Status, { icon: LucideIcon; mark: string; badge: 'warn' | 'info' | 'ok' | 'bad' }>
> = {
  none: { icon: UserRoundSearch, mark: 'vi', badge: 'warn' },
  pending: { icon: Clock, mark: 'vi info', badge: 'info' },
  approved: { icon: BadgeCheck, mark: 'vi ok', badge: 'ok' },
  rejected: { icon: CircleX, mark: 'vi bad', badge: 'bad' },
};

/** Shows the state of the member's verification. */
export function StatusCard({ status, children }: { status: Status; children: ReactNode }) {
  const { icon: Icon, mark, badge } = looks[status];
  const texts = words.verification.states[status];
  return (
    <section className="card pad vs" aria-labelledby="verification-state">
      <span className={mark} aria-hidden="true">
        <Ring shape="round" variant={1} />
        <Icon />
      </span>
      <div className="grow">
        <div className="row wrap g8">
          <h2 id="verification-state">{texts.title}</h2>
          <Badge tone={badge}>{texts.badge}</Badge>
        </div>
        {children}
      </div>
    </section>
  );
}

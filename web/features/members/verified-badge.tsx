import { BadgeCheck } from 'lucide-react';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';

/** The badge beside a verified name; nothing beside other names. */
export function VerifiedBadge({ of }: { of: { isVerified: boolean } }) {
  return of.isVerified ? (
    <Badge tone="ok" icon={BadgeCheck}>
      {words.members.verified}
    </Badge>
  ) : null;
}

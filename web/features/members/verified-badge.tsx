import { BadgeCheck } from 'lucide-react';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';

/** Vouches for the name beside it; nothing where nobody vouched. */
export function VerifiedBadge({ of }: { of: { isVerified: boolean } }) {
  return of.isVerified ? (
    <Badge tone="ok" icon={BadgeCheck}>
      {words.members.verified}
    </Badge>
  ) : null;
}

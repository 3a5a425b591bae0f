import { Mail } from 'lucide-react';
import { words } from '../../words/words.ts';
import { Badge } from './badge.tsx';

/** Stands beside the name of a member who takes part by e-mail alone; nothing beside other names. */
export function ByLetter({ of }: { of: { byLetter: boolean } }) {
  return of.byLetter ? (
    <Badge tone="line" icon={Mail}>
      {words.byLetter.badge}
    </Badge>
  ) : null;
}

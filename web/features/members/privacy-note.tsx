import { EyeOff, Mail } from 'lucide-react';
import type { Member } from '../../../contract/shapes.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { isOpen } from './name-rule.ts';

/** Says why a profile shows only a name; nothing if it shows more. */
export function PrivacyNote({ of }: { of: Member }) {
  if (of.byLetter) return <Alert icon={Mail}>{words.byLetter.text({ name: displayName(of) })}</Alert>;
  return isOpen(of) ? null : <Alert icon={EyeOff}>{words.profile.privacy}</Alert>;
}

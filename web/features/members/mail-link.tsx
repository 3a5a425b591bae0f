import { Mail } from 'lucide-react';
import type { Member } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';
import { listName } from '../../ui/people/person-name.ts';

/** Opens the mail program, where the address may be seen. */
export function MailLink({ to }: { to: Member }) {
  if (to.email === null) return null;
  // An address may hold what would begin further fields of the mail.
  const address = encodeURIComponent(to.email).replace('%40', '@');
  return (
    <a className="ib box" href={`mailto:${address}`} aria-label={words.directory.email(listName(to))}>
      <Mail aria-hidden="true" />
    </a>
  );
}

import { Mail } from 'lucide-react';
import type { Member } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

/** A link that opens the mail program, if the viewer may see the address. */
export function MailLink({ to }: { to: Member }) {
  if (to.email === null) return null;
  // Encode the address, because it may contain characters that begin further fields of the mail.
  const address = encodeURIComponent(to.email).replace('%40', '@');
  return (
    <a
      className="ib box"
      href={`mailto:${address}`}
      aria-label={words.directory.email({ name: displayName(to) })}
    >
      <Mail aria-hidden="true" />
    </a>
  );
}

import { ChevronRight } from 'lucide-react';
import type { MemberInCircles } from '../../../contract/shapes.ts';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { isOpen } from '../members/name-rule.ts';
import { ByLetter } from '../../ui/people/by-letter.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

/** A contact with the shared circles; a press on the row shows the details. */
export function ContactRow({ contact, onOpen }: { contact: MemberInCircles; onOpen: () => void }) {
  const name = displayName(contact);
  return (
    <li className="crow">
      <button type="button" className="row go" onClick={onOpen} aria-haspopup="dialog">
        <PersonAvatar person={contact} />
        <span className="grow">
          <span className="vh">{words.contacts.view({ name: '' })}</span>
          <span className="row wrap gap-x-2! gap-y-0!">
            <b className="b wrap-anywhere min-w-0">{name}</b>
            <ByLetter of={contact} />
          </span>
          <span className="small mut row g8">
            {isOpen(contact) ? (
              <AudienceMark circles={contact.circles} />
            ) : (
              <>
                <span className="vh">{contact.circles.map((circle) => circle.name).join(', ')}. </span>
                {words.contacts.nameOnly}
              </>
            )}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="mr-2 size-5.5 text-ink-2" />
      </button>
    </li>
  );
}

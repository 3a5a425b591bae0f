import { UserPlus } from 'lucide-react';
import { useId } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { useAddToContacts } from './add-to-contacts.ts';

const texts = words.contacts.addToContacts;

interface AddToContactsButtonProps {
  person: Person;
  /** Whether the member is already in Contacts. */
  isContact: boolean;
  className?: string;
}

/** A button that adds a member to Contacts, with a sentence about what they will then see. */
export function AddToContactsButton({ person, isContact, className }: AddToContactsButtonProps) {
  const id = useId();
  const add = useAddToContacts();
  const there = isContact || add.isSuccess;
  return (
    <span className={className}>
      <Button
        kind="quiet"
        size="sm"
        full
        icon={UserPlus}
        disabled={there}
        busy={add.isPending}
        busyText={texts.busy}
        aria-label={there ? undefined : texts.name({ name: displayName(person) })}
        aria-describedby={there ? undefined : id}
        onClick={() => add.mutate(person)}
      >
        {there ? texts.already : texts.button}
      </Button>
      <span className="hint block mt-2" id={id}>
        {there ? null : texts.effect}
      </span>
    </span>
  );
}

import { UserPlus } from 'lucide-react';
import { useId } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Person } from '../../../contract/shapes.ts';
import * as circles from '../../../contract/circles.ts';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { api, toastError } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { refreshPeople, showAdded } from '../circles/cache.ts';

const texts = words.contacts.addToContacts;

/** Adds a member to the viewer's Contacts, which every account has. */
const useAddToContacts = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (person: Person) => {
      const own = (await client.query(queryFor(circles.list, {}))).find((circle) => circle.isContacts);
      if (!own) throw new Error('This account has no Contacts circle.');
      await api(circles.addMember, { id: own.id, userId: person.id });
      return own;
    },
    onSuccess: (own, person) => {
      showAdded(client, person.id, [own]);
      toast({ title: texts.done, text: texts.doneText({ name: displayName(person) }) });
      refreshPeople(client);
      return client.invalidateQueries({ queryKey: ['/api', 'users', person.id] });
    },
    onError: (error) => toastError(error, texts.failed, texts.failedText),
  });
};

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
        busyText={words.controls.adding}
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

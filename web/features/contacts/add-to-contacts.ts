import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { Person } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { refreshPeople, showAdded } from '../circles/cache.ts';
import { displayName } from '../../ui/people/person-name.ts';

const texts = words.contacts.addToContacts;

/** Adds a member to the viewer's Contacts, which every account has. */
export const useAddToContacts = () => {
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
    onError: (error) =>
      toast({ title: texts.failed, text: errorText(error, texts.failedText), tone: 'destructive' }),
  });
};

import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { Circle, Person } from '../../../contract/shapes.ts';
import { api, wordsOf } from '../../api.ts';
import { reads } from '../../query.ts';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';
import { refreshPeople } from '../circles/cache.ts';
import { listName } from '../members/names.ts';

const texts = words.contacts.addToContacts;

/** The name 'Contacts' is the specification's way to know it, without case; the server marks it besides. */
const isContacts = (circle: Circle) => circle.isContacts || circle.name.toLowerCase() === 'contacts';

/** Puts somebody into the member's Contacts, which every account has. */
export const useAddToContacts = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (person: Person) => {
      const own = (await client.query(reads(circles.list, {}))).find(isContacts);
      const id = own?.id ?? (await api(circles.create, { name: 'Contacts' })).id;
      return api(circles.addMember, { id, userId: person.id });
    },
    onSuccess: (_, person) => {
      toast({ title: texts.done, text: texts.doneText(listName(person)) });
      refreshPeople(client);
      return client.invalidateQueries({ queryKey: ['/api', 'users', person.id] });
    },
    onError: (error) =>
      toast({ title: texts.failed, text: wordsOf(error, texts.failedText), tone: 'destructive' }),
  });
};

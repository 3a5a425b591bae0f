import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import * as contacts from '../../../contract/contacts.ts';
import type { Member } from '../../../contract/shapes.ts';
import { reads } from '../../query.ts';
import { DirectoryCard } from './directory-card.tsx';

/** Who of them is in Contacts already is known from the contact list. */
export function DirectoryCards({ members }: { members: readonly Member[] }) {
  const list = useQuery(reads(contacts.list, {}));
  const own = useQuery(reads(circles.list, {})).data?.find((circle) => circle.isContacts);
  const inContacts = new Set(
    (list.data ?? [])
      .filter((contact) => contact.circles.some((circle) => circle.id === own?.id))
      .map((contact) => contact.id),
  );
  return (
    <ul className="dg">
      {members.map((member) => (
        <DirectoryCard key={member.id} member={member} isContact={inContacts.has(member.id)} />
      ))}
    </ul>
  );
}

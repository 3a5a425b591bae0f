import { useQuery } from '@tanstack/react-query';
import * as contacts from '../../../contract/contacts.ts';
import { wordsOf } from '../../api.ts';
import { reads } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { words } from '../../words/words.ts';
import { type Contact, ContactRow } from './contact-row.tsx';

const texts = words.contacts;

/** Everyone in the circles that the member owns, by name. */
export function ContactList({ onOpen }: { onOpen: (contact: Contact) => void }) {
  const { data, error, isPending, refetch } = useQuery(reads(contacts.list, {}));
  if (isPending) return <Spinner words={texts.loading} />;
  if (!data) {
    return (
      <div className="stack g8 items-start" role="alert">
        <h2>{texts.failed}</h2>
        <p className="mut">{wordsOf(error, texts.failedText)}</p>
        <Button kind="quiet" onClick={() => void refetch()}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (data.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} />;
  return (
    <ul className="list" aria-label={texts.list}>
      {data.map((contact) => (
        <ContactRow key={contact.id} contact={contact} onOpen={() => onOpen(contact)} />
      ))}
    </ul>
  );
}

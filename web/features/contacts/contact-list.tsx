import type { MemberInCircles } from '../../../contract/shapes.ts';
import { errorText } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { MorePages } from '../../ui/feedback/more-pages.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { ContactRow } from './contact-row.tsx';
import { useContacts } from '../circles/contacts-query.ts';

const texts = words.contacts;

/** Lists everyone in the circles that the member owns, by name. */
export function ContactList({ onOpen }: { onOpen: (contact: MemberInCircles) => void }) {
  const { query, people } = useContacts();
  const { error, isPending, refetch } = query;
  if (isPending) return <Loading words={texts.loading} />;
  if (!people) {
    return (
      <div className="stack g8 items-start" role="alert">
        <h2>{texts.failed}</h2>
        <p className="mut">{errorText(error, texts.failedText)}</p>
        <Button kind="quiet" onClick={() => void refetch()}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (people.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} />;
  return (
    <>
      <ul className="list" aria-label={texts.list}>
        {people.map((contact) => (
          <ContactRow key={contact.id} contact={contact} onOpen={() => onOpen(contact)} />
        ))}
      </ul>
      <MorePages query={query} />
    </>
  );
}

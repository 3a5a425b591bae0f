import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as contacts from '../../../contract/contacts.ts';
import { wordsOf } from '../../api.ts';
import { reads } from '../../query.ts';
import { AudienceMark } from '../../ui/audience-mark.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { words } from '../../words/words.ts';
import { MailLink } from '../members/mail-link.tsx';
import { listName, profilePath } from '../members/names.ts';
import { PersonAvatar } from '../members/person-avatar.tsx';
import './contacts.css';

const texts = words.contacts.connections;

/** Everyone in one's circles, through which of them, each with the way to them. */
export default function ConnectionsDialog({ onClose }: { onClose: () => void }) {
  const { data, isPending, error } = useQuery(reads(contacts.list, {}));
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={data ? texts.count(data.length) : undefined}
    >
      <DialogBody>
        {isPending ? <Spinner words={words.contacts.loading} /> : null}
        {error && !data ? <p role="alert">{wordsOf(error, words.contacts.failed)}</p> : null}
        {data && data.length > 0 ? (
          <ul className="list res" tabIndex={0} aria-label={texts.list}>
            {data.map((contact) => (
              <li key={contact.id} className="row crow">
                <PersonAvatar person={contact} />
                <span className="grow">
                  <Link href={profilePath(contact)} className="b trunc block no-underline hover:underline">
                    {listName(contact)}
                  </Link>
                  <span className="small row">
                    <AudienceMark circles={contact.circles} />
                  </span>
                </span>
                <MailLink to={contact} />
              </li>
            ))}
          </ul>
        ) : null}
      </DialogBody>
    </Dialog>
  );
}

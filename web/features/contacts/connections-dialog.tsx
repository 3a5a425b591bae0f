import { useState } from 'react';
import { Link } from 'wouter';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { MailLink } from '../members/mail-link.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { ContactSearch } from '../circles/contact-search.tsx';
import { useContacts } from '../circles/contacts-query.ts';
import { Waiting } from '../../data/waiting.tsx';
import './contacts.css';

const texts = words.contacts.connections;

/** Lists everyone in the viewer's circles, with these circles and a link to the profile. */
export default function ConnectionsDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { query, people, total } = useContacts(typed);
  const { isPending, error } = query;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={people && typed === '' ? texts.count({ count: total }) : undefined}
    >
      <DialogBody>
        <Waiting
          query={{ isPending, error, data: people }}
          loading={words.contacts.loading}
          failed={words.contacts.failed}
        />
        <ContactSearch {...{ query, people, typed }} onType={setTyped} />
        {people && people.length > 0 ? (
          <ul className="list res" tabIndex={0} aria-label={texts.list}>
            {people.map((contact) => (
              <li key={contact.id} className="row crow">
                <PersonAvatar person={contact} />
                <span className="grow">
                  <span className="row wrap gap-x-2! gap-y-0!">
                    <Link
                      href={profilePath(contact)}
                      className="b wrap-anywhere min-w-0 no-underline hover:underline"
                    >
                      {displayName(contact)}
                    </Link>
                    <ByLetter of={contact} />
                  </span>
                  <span className="small row">
                    <AudienceMark circles={contact.circles} />
                  </span>
                </span>
                <MailLink to={contact} />
              </li>
            ))}
            <li className="empty:hidden">
              <MorePages query={query} />
            </li>
          </ul>
        ) : null}
      </DialogBody>
    </Dialog>
  );
}

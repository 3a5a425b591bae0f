import { useQuery } from '@tanstack/react-query';
import { EyeOff, Mail, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import * as members from '../../../contract/members.ts';
import { errorText } from '../../data/api.ts';
import { ContactDialogs, type OpenDialog } from '../../features/contacts/contact-dialogs.tsx';
import { ContactList } from '../../features/contacts/contact-list.tsx';
import '../../features/contacts/contacts.css';
import { SearchResults } from '../../features/contacts/search-results.tsx';
import { SearchField } from '../../features/members/search-field.tsx';
import { useMemberSearch } from '../../features/members/search.ts';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { ButtonLink, TextLink } from '../../ui/form/links.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.contacts;
const minLetters = 5;
const hintId = 'search-hint';

/** The people in one's circles, and the search for others. `?add=` opens the dialog that adds that person. */
export default function ContactsPage() {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { term, found, isBusy, error } = useMemberSearch(typed, minLetters);
  useRequestedContact(setOpen);
  const hint = () => {
    if (term === null) return texts.search.hint;
    if (error) return null;
    return found ? texts.search.found({ count: found.length }) : texts.search.busy;
  };
  return (
    <main id="main">
      <div className="rail">
        <div className="rl">
          <BackLink href="/" label={texts.back} />
          <div className="row wrap between w-full">
            <h1>{texts.title}</h1>
            <span className="mob">
              <ButtonLink href="/invite" size="sm" icon={Mail}>
                {texts.invite}
              </ButtonLink>
            </span>
          </div>
          <span className="desk mt-1.5">
            <ButtonLink href="/invite" icon={Mail}>
              {texts.invite}
            </ButtonLink>
          </span>
          <div className="row wrap gap-y-1! w-full">
            <Button kind="quiet" size="sm" icon={Users} onClick={() => setOpen('connections')}>
              {texts.viewConnections}
            </Button>
            <TextLink href="/all-profiles">{texts.browse}</TextLink>
          </div>
        </div>
        <div className="rm">
          <div className="field" role="search">
            <SearchField
              label={texts.search.label}
              placeholder={texts.search.placeholder}
              value={typed}
              onChange={setTyped}
              describedBy={hintId}
            />
            <p className="hint" id={hintId} role="status">
              {hint()}
            </p>
          </div>
          <div className="mt-2.5" aria-busy={isBusy || undefined}>
            {term !== null && error ? <p role="alert">{errorText(error, texts.search.failed)}</p> : null}
            {term !== null && found ? (
              <SearchResults term={term} found={found} onAdd={(person) => setOpen({ add: person })} />
            ) : null}
            {term === null ? <ContactList onOpen={(contact) => setOpen({ view: contact })} /> : null}
            <div className="mt-6">
              <Button kind="ghost" size="sm" icon={EyeOff} flush onClick={() => setOpen('hidden')}>
                {words.blocking.hidden}
              </Button>
            </div>
          </div>
        </div>
      </div>
      {open === null ? null : <ContactDialogs open={open} onOpen={setOpen} />}
    </main>
  );
}

/** The member whom a notification asked to add back. */
const useRequestedContact = (onOpen: (open: OpenDialog) => void): void => {
  const [search] = useSearchParams();
  const asked = search.get('add') ?? '';
  const { data, error } = useQuery({
    ...queryFor(members.profile, { usernameOrId: asked }),
    enabled: asked !== '',
  });
  useEffect(() => {
    if (asked === '') return;
    if (data) onOpen({ add: data });
    else if (error) toast({ title: texts.person.gone, tone: 'destructive' });
    else return;
    go('/contacts', { replace: true });
  }, [asked, data, error, onOpen]);
};

import { useQuery } from '@tanstack/react-query';
import { EyeOff, Mail, Users, ChevronRight, CirclePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams, Link } from 'wouter';
import * as members from '../../../contract/members.ts';
import type { MemberInCircles, Member } from '../../../contract/shapes.ts';
import { errorText } from '../../data/api.ts';
import '../../features/contacts/contacts.css';
import { SearchField } from '../../features/members/search-field.tsx';
import { useMemberSearch } from '../../features/members/search.ts';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { Button, ButtonLink, TextLink } from '../../ui/form/button.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { MorePages, Loading } from '../../ui/feedback/loading.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { displayName, handle, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { useContacts } from '../../features/circles/contacts-query.ts';
import { isOpen } from '../../features/members/name-rule.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { VisuallyHidden } from '../../ui/text/time-ago.tsx';
import { VerifiedBadge } from '../../features/members/verified-badge.tsx';

const texts = words.contacts;

interface SearchResultsProps {
  term: string;
  found: readonly MemberInCircles[];
  onAdd: (person: MemberInCircles) => void;
}

/** Search results, each with the viewer's circles that the person is in, and a button to add them to others. */
function SearchResults({ term, found, onAdd }: SearchResultsProps) {
  if (found.length === 0) {
    return (
      <EmptyState
        title={texts.search.none}
        text={
          <>
            {texts.search.noneText({ term })}. {texts.search.noneHint}
          </>
        }
      />
    );
  }
  return (
    <ul className="list res mt-1.5" tabIndex={0} aria-label={texts.search.results}>
      {found.map((person) => (
        <li key={person.id} className="row crow">
          <PersonAvatar person={person} />
          <span className="grow">
            <span className="row wrap gap-x-2! gap-y-0!">
              <Link
                href={profilePath(person)}
                className="b wrap-anywhere min-w-0 no-underline hover:underline"
              >
                {displayName(person)}
              </Link>
              <VerifiedBadge of={person} />
            </span>
            {person.username === null ? null : (
              <span className="small mut trunc block">{handle(person)}</span>
            )}
            {person.circles.length > 0 ? (
              <span className="small mut row g8">
                <AudienceMark circles={person.circles} />
              </span>
            ) : null}
          </span>
          <Button kind="quiet" size="sm" icon={CirclePlus} onClick={() => onAdd(person)}>
            {texts.add}
            <VisuallyHidden>
              {' '}
              {texts.addName({ name: displayName(person) }).slice(texts.add.length + 1)}
            </VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const AddToCirclesDialog = lazyComponent(() => import('../../features/contacts/add-to-circles-dialog.tsx'));
const ConnectionsDialog = lazyComponent(() => import('../../features/contacts/connections-dialog.tsx'));
const HiddenPeopleDialog = lazyComponent(() => import('../../features/blocking/hidden-people-dialog.tsx'));
const PersonDialog = lazyComponent(() => import('../../features/contacts/person-dialog.tsx'));

/** The open dialog of the page, and the person it is about. */
type OpenDialog = 'connections' | 'hidden' | { view: MemberInCircles } | { add: Member };

interface ContactDialogsProps {
  open: OpenDialog;
  onOpen: (open: OpenDialog | null) => void;
}

function ContactDialogs({ open, onOpen }: ContactDialogsProps) {
  const close = () => onOpen(null);
  const shown = () => {
    if (open === 'connections') return <ConnectionsDialog onClose={close} />;
    if (open === 'hidden') return <HiddenPeopleDialog onClose={close} />;
    if ('add' in open) return <AddToCirclesDialog key={open.add.id} person={open.add} onClose={close} />;
    return (
      <PersonDialog
        person={open.view}
        circles={open.view.circles}
        onClose={close}
        onAdd={() => onOpen({ add: open.view })}
        onConnections={() => onOpen('connections')}
      />
    );
  };
  return shown();
}

/** A contact with the shared circles; a press on the row shows the details. */
function ContactRow({ contact, onOpen }: { contact: MemberInCircles; onOpen: () => void }) {
  const name = displayName(contact);
  return (
    <li className="crow">
      <button type="button" className="row go" onClick={onOpen} aria-haspopup="dialog">
        <PersonAvatar person={contact} />
        <span className="grow">
          <span className="vh">{words.contacts.view({ name: '' })}</span>
          <span className="row wrap gap-x-2! gap-y-0!">
            <b className="b wrap-anywhere min-w-0">{name}</b>
            <ByLetter of={contact} />
          </span>
          <span className="small mut row g8">
            {isOpen(contact) ? (
              <AudienceMark circles={contact.circles} />
            ) : (
              <>
                <span className="vh">{contact.circles.map((circle) => circle.name).join(', ')}. </span>
                {words.contacts.nameOnly}
              </>
            )}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="mr-2 size-5.5 text-ink-2" />
      </button>
    </li>
  );
}

/** Lists everyone in the circles that the member owns, by name. */
function ContactList({ onOpen }: { onOpen: (contact: MemberInCircles) => void }) {
  const { query, people } = useContacts();
  const { error, isPending, refetch } = query;
  if (isPending) return <Loading words={texts.loading} />;
  if (!people) {
    return (
      <div className="stack g8 items-start" role="alert">
        <h2>{texts.failed}</h2>
        <p className="mut">{errorText(error, words.controls.unreachable)}</p>
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

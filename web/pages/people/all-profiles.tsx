import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams, Link } from 'wouter';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import * as members from '../../../contract/members.ts';
import type { Member, MemberInCircles } from '../../../contract/shapes.ts';
import * as circles from '../../../contract/circles.ts';
import { errorText } from '../../data/api.ts';
import '../../features/members/directory.css';
import { SearchField } from '../../features/members/search-field.tsx';
import { type MemberSearch, useMemberSearch } from '../../features/members/search.ts';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { words } from '../../words/words.ts';
import { Loading, Skeleton } from '../../ui/feedback/loading.tsx';
import { month } from '../../words/dates.ts';
import { LinkedText } from '../../features/members/linked-text.tsx';
import { MailLink } from '../../features/members/mail-link.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from '../../features/members/verified-badge.tsx';
import { AddToContactsButton } from '../../features/contacts/add-to-contacts-button.tsx';

const texts = words.directory;

/** A member in the directory, with the details that the viewer may see. */
function DirectoryCard({ member, isContact }: { member: Member; isContact: boolean }) {
  return (
    <li className="card dc">
      <div className="row items-start!">
        <PersonAvatar person={member} size="lg" />
        <div className="grow pt-1">
          <div className="row wrap gap-x-2! gap-y-0.5!">
            <Link href={profilePath(member)} className="b who">
              {displayName(member)}
            </Link>
            <VerifiedBadge of={member} />
          </div>
        </div>
      </div>
      {member.bio ? (
        <p className="people dbio">
          <LinkedText text={member.bio} />
        </p>
      ) : null}
      <div className="dfoot">
        {member.createdAt === null || member.postsCount === null ? null : (
          <p className="cap dim mb-3">
            {texts.figures({
              posts: texts.posts({ count: member.postsCount }),
              joined: texts.joined({ month: month(member.createdAt) }),
            })}
          </p>
        )}
        <div className="row g8 items-start!">
          <AddToContactsButton className="grow" person={member} isContact={isContact} />
          <MailLink to={member} />
        </div>
      </div>
    </li>
  );
}

function DirectoryCards({ people }: { people: readonly MemberInCircles[] }) {
  const own = useQuery(queryFor(circles.list, {})).data?.find((circle) => circle.isContacts);
  return (
    <ul className="dg">
      {people.map((member) => (
        <DirectoryCard
          key={member.id}
          member={member}
          isContact={member.circles.some((circle) => circle.id === own?.id)}
        />
      ))}
    </ul>
  );
}

const cards = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Six placeholder cards in the size of real ones. */
function DirectorySkeleton() {
  return (
    <Loading words={words.directory.loading}>
      <div className="dg" aria-hidden="true">
        {cards.map((card) => (
          <div key={card} className="card">
            <div className="row">
              <Skeleton className="size-16 rounded-full" />
              <span className="grow stack g8">
                <Skeleton className="h-4 w-7/10" />
                <Skeleton className="h-3.25 w-2/5" />
              </span>
            </div>
            <div className="stack g8 my-4">
              <Skeleton className="h-3.25" />
              <Skeleton className="h-3.25 w-3/5" />
            </div>
            <Skeleton className="h-11 rounded-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

const pageOf = (text: string | null): number => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0);

/** All other members by name, or those that a search finds. The page stands in the address. */
export default function AllProfilesPage() {
  const [params] = useSearchParams();
  const page = pageOf(params.get('page'));
  const [typed, setTyped] = useState('');
  const search = useMemberSearch(typed, limits.searchMin);
  const all = useQuery({
    ...queryFor(members.directory, { page: String(page) }),
    // The page before stays until the next one is there; one that lies beyond the last has nobody to show.
    placeholderData: (before) => (before?.items.length === 0 ? undefined : before),
    // No event announces new or deleted members, so always refetch.
    staleTime: 30_000,
  });
  const total = search.term === null ? all.data?.total : undefined;
  return (
    <main id="main">
      <div className="page">
        <h1>{texts.title}</h1>
        <p className="mut">{texts.intro}</p>
        <p className="small mut mt-1 mb-3.5 min-h-5">
          {total === undefined ? null : (
            <>
              <b className="b text-ink">{words.number(total)}</b> {texts.total({ count: total })}
            </>
          )}
        </p>
        <div className="dsearch" role="search">
          <SearchField
            label={texts.search}
            placeholder={texts.placeholder}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <p className="small mut -mt-2 mb-4 empty:hidden" role="status">
          {search.term !== null && search.found
            ? texts.found({ count: search.found.length, term: search.term })
            : null}
        </p>
        {search.term === null ? (
          <Everyone all={all} page={page} />
        ) : (
          <Found search={search} term={search.term} />
        )}
      </div>
    </main>
  );
}

function Found({ search, term }: { search: MemberSearch; term: string }) {
  if (search.error) return <Failed error={search.error} onRetry={search.retry} />;
  if (!search.found) return <DirectorySkeleton />;
  if (search.found.length === 0) {
    return (
      <div className="card">
        <EmptyState title={texts.none} text={texts.noneText({ term })} />
      </div>
    );
  }
  return <DirectoryCards people={search.found} />;
}

interface EveryoneProps {
  all: UseQueryResult<Output<typeof members.directory>>;
  page: number;
}

function Everyone({ all, page }: EveryoneProps) {
  // The URL names a page that no longer exists, because there are fewer members now.
  const isBeyond = page > 0 && all.data?.items.length === 0 && !all.isPlaceholderData;
  useEffect(() => {
    if (isBeyond) go('/all-profiles', { replace: true });
  }, [isBeyond]);
  if (all.error && !all.data) return <Failed error={all.error} onRetry={() => void all.refetch()} />;
  if (!all.data || isBeyond) return <DirectorySkeleton />;
  const { items, total } = all.data;
  const isLast = (page + 1) * limits.directoryPage >= total;
  return (
    <>
      {items.length === 0 ? (
        <div className="card">
          <EmptyState title={texts.nobody} text={texts.nobodyText} />
        </div>
      ) : (
        <DirectoryCards people={items} />
      )}
      {isLast && page === 0 ? null : <Pages page={page} isLast={isLast} isBusy={all.isPlaceholderData} />}
    </>
  );
}

function Pages({ page, isLast, isBusy }: { page: number; isLast: boolean; isBusy: boolean }) {
  const turn = (to: number) => {
    go(to === 0 ? '/all-profiles' : `/all-profiles?page=${to}`);
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  };
  return (
    <nav className="row between mt-6" aria-label={texts.pages}>
      <Button kind="quiet" icon={ChevronLeft} disabled={page === 0 || isBusy} onClick={() => turn(page - 1)}>
        {texts.previous}
      </Button>
      <span className="small mut">{texts.page({ page: page + 1 })}</span>
      <Button kind="quiet" disabled={isLast || isBusy} onClick={() => turn(page + 1)}>
        {texts.next}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="card stack g8 items-start" role="alert">
      <h2>{texts.failed}</h2>
      <p className="mut">{errorText(error, words.controls.unreachable)}</p>
      <Button kind="quiet" className="mt-2" onClick={onRetry}>
        {words.ui.tryAgain}
      </Button>
    </div>
  );
}

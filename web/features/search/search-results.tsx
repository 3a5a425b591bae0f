import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Everything, FoundKind, FoundPost } from '../../../contract/search.ts';
import { errorText } from '../../data/api.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading, MorePages } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { LinkRow, Rows } from '../../ui/layout/rows.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { FoundAlbumRow, FoundCircleRow, FoundMomentRow, FoundPersonRow, Marked } from './found-rows.tsx';
import { addressOf, everythingFor, type SearchChoice, searchFor } from './query.ts';

const texts = words.search;

const kinds = ['people', 'circles', 'moments', 'albums'] as const;
/** Their search compares a bounded amount of text at a time. */
const shared = ['moments', 'albums'] as const;

interface StateProps {
  query: { isPending: boolean; error: unknown; data: unknown; refetch: () => unknown };
  children: ReactNode;
}

/** In place of what is not there yet, or could not be loaded. */
function Loaded({ query: { isPending, error, data, refetch }, children }: StateProps) {
  if (isPending) return <Loading words={texts.loading} />;
  if (!error || data) return children;
  return (
    <div className="card stack g8 items-start" role="alert">
      <p>{errorText(error, texts.failed)}</p>
      <Button kind="quiet" onClick={() => void refetch()}>
        {words.ui.tryAgain}
      </Button>
    </div>
  );
}

const rowsOf = (found: Everything, kind: FoundKind) =>
  ({
    people: () => found.people.map((person) => <FoundPersonRow key={person.id} person={person} />),
    circles: () => found.circles.map((circle) => <FoundCircleRow key={circle.id} circle={circle} />),
    moments: () => found.moments.map((post) => <FoundMomentRow key={post.id} post={post} />),
    albums: () => found.albums.map((post) => <FoundAlbumRow key={post.id} post={post} />),
  })[kind]();

/** More of the kind were found than are shown. */
const isCut = (found: Everything, kind: FoundKind): boolean => found.counts[kind].count > found[kind].length;

/** The first people, circles, moments and albums that a search finds. */
export function FoundEverything({ choice }: { choice: SearchChoice }) {
  const query = useQuery(everythingFor(choice.q, null));
  const { data } = query;
  const shown = kinds.filter((kind) => data && (data[kind].length > 0 || (kind === 'moments' && data.from)));
  // All that were found are shown, and older ones have not been searched.
  const unfinished = shared.filter((kind) => data?.counts[kind].hasMore && !isCut(data, kind));
  const count = (kind: FoundKind) => data?.counts[kind].count ?? 0;
  return (
    <Loaded query={query}>
      <p className="vh" role="status">
        {shown.length > 0
          ? texts.found({
              people: count('people'),
              circles: count('circles'),
              moments: count('moments'),
              albums: count('albums'),
              hasMore: kinds.some((kind) => data?.counts[kind].hasMore),
            })
          : null}
      </p>
      {data && shown.length === 0 ? <NothingFound ofNewest={unfinished.length > 0} /> : null}
      {data
        ? shown.map((kind) => (
            <section key={kind} aria-labelledby={`found-${kind}`}>
              <div className="found-head">
                <h2 id={`found-${kind}`} className="rhead">
                  {texts.kinds[kind]}
                </h2>
                {kind === 'moments' && data.from ? <FromOne from={data.from} /> : null}
              </div>
              {data[kind].length > 0 ? (
                <Rows>
                  {rowsOf(data, kind)}
                  {isCut(data, kind) ? (
                    <LinkRow
                      href={addressOf({ ...choice, show: kind })}
                      title={texts.all[kind](data.counts[kind])}
                    />
                  ) : null}
                </Rows>
              ) : null}
            </section>
          ))
        : null}
      {unfinished.length > 0 ? (
        <div className="mt-4">
          <Rows>
            {unfinished.map((kind) => (
              <LinkRow key={kind} href={addressOf({ ...choice, show: kind })} title={texts.goOn[kind]} />
            ))}
          </Rows>
        </div>
      ) : null}
    </Loaded>
  );
}

/** Leads to the moments of a person whose name was found. */
function FromOne({ from: { person, count, hasMore } }: { from: NonNullable<Everything['from']> }) {
  const name = person.firstName || displayName(person);
  const text = texts.from({ name, count, hasMore });
  const at = text.indexOf(name);
  const marks = person.marks.filter(([, end]) => end <= person.firstName.length);
  return (
    <Link href={profilePath(person)} className="found-from">
      <Marked text={text} marks={marks.map(([start, end]) => [at + start, at + end])} />
    </Link>
  );
}

/** All people or circles that a search finds, up to 50. */
export function FoundNames({ q, kind }: { q: string; kind: 'people' | 'circles' }) {
  const query = useQuery(everythingFor(q, kind));
  const { data } = query;
  return (
    <Loaded query={query}>
      {data && data[kind].length > 0 ? <Rows>{rowsOf(data, kind)}</Rows> : <NothingFound />}
      {data?.counts[kind].hasMore ? <p className="mut mt-4">{texts.narrow}</p> : null}
    </Loaded>
  );
}

/** All moments or albums that a search finds, page by page. */
export function FoundShared({ choice, kind }: { choice: SearchChoice; kind: 'moments' | 'albums' }) {
  const query = useInfiniteQuery(searchFor(choice, kind));
  const { data, hasNextPage, isFetchingNextPage } = query;
  const found: FoundPost[] = data?.pages.flatMap((page) => page.items) ?? [];
  const Row = kind === 'moments' ? FoundMomentRow : FoundAlbumRow;
  return (
    <Loaded query={query}>
      {found.length > 0 ? (
        <Rows>
          {found.map((post) => (
            <Row key={post.id} post={post} />
          ))}
        </Rows>
      ) : null}
      {found.length === 0 && !hasNextPage && !isFetchingNextPage ? <NothingFound /> : null}
      <MorePages query={query} />
    </Loaded>
  );
}

function NothingFound({ ofNewest = false }: { ofNewest?: boolean }) {
  return (
    <div className="card mt-4">
      <EmptyState title={ofNewest ? texts.noneOfNewest : texts.none} />
    </div>
  );
}

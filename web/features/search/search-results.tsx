import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { Link } from 'wouter';
import type { FoundPost, Highlight } from '../../../contract/search.ts';
import { errorText } from '../../data/api.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { MorePages } from '../../ui/feedback/more-pages.tsx';
import { Button } from '../../ui/form/button.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { byYear, type SearchChoice, searchFor } from './query.ts';
import './search.css';

const texts = words.search;

/** The moments that a search finds, by year. */
export function SearchResults({ choice }: { choice: SearchChoice }) {
  // No event announces that a moment has gone out of sight without having been on screen.
  const query = useInfiniteQuery({ ...searchFor(choice), staleTime: 30_000 });
  const { data, error, isPending, hasNextPage, isFetchingNextPage } = query;
  const found = data?.pages.flatMap((page) => page.items) ?? [];
  if (isPending) return <Loading words={texts.loading} />;
  if (error && !data) {
    return (
      <div className="card stack g8 items-start" role="alert">
        <p>{errorText(error, texts.failed)}</p>
        <Button kind="quiet" onClick={() => void query.refetch()}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <>
      <p className="small mut empty:hidden" role="status">
        {found.length > 0 ? texts.found({ count: found.length, hasMore: hasNextPage }) : null}
      </p>
      {byYear(found).map(({ year, posts }) => (
        <section key={year} aria-labelledby={`found-${year}`}>
          <h2 id={`found-${year}`} className="found-year">
            {year}
          </h2>
          <ul className="list">
            {posts.map((post) => (
              <FoundMoment key={post.id} post={post} />
            ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && !hasNextPage && !isFetchingNextPage ? (
        <div className="card">
          <EmptyState title={texts.none} text={texts.noneText} />
        </div>
      ) : null}
      <MorePages query={query} />
    </>
  );
}

function FoundMoment({ post }: { post: FoundPost }) {
  const name = displayName(post.author);
  const photo = post.images.at(0);
  return (
    <li className="found">
      <PersonAvatar person={post.author} />
      <div className="grow">
        <h3 className="found-h">
          <Link href={`/post/${post.id}`} className="who">
            {post.title ?? texts.by({ name })}
          </Link>
        </h3>
        <p className="small mut row wrap gap-x-2! gap-y-0!">
          {post.title === null ? null : <span>{name}</span>}
          <time dateTime={post.createdAt}>{date(post.createdAt)}</time>
          <AudienceMark circles={post.circles} />
        </p>
        {post.highlights
          .filter((highlight) => highlight.in !== 'title')
          .map((highlight) => (
            <p key={`${highlight.in} ${highlight.text}`} className="people found-t">
              {highlight.in === 'caption' ? (
                <Images className="found-i" role="img" aria-label={texts.inCaption} />
              ) : null}
              <Marked highlight={highlight} />
            </p>
          ))}
      </div>
      {photo ? <img src={photo.variants.at(0)?.url ?? photo.url} alt="" loading="lazy" /> : null}
    </li>
  );
}

/** A text with the found words marked. */
function Marked({ highlight: { text, marks } }: { highlight: Highlight }) {
  const starts = [0, ...marks.map(([, end]) => end)];
  return starts.map((start, at) => {
    const mark = marks.at(at);
    const end = mark?.[0] ?? text.length;
    return (
      <span key={start}>
        {text.slice(start, end)}
        {mark ? <mark>{text.slice(...mark)}</mark> : null}
      </span>
    );
  });
}

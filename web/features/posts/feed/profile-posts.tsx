import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Post } from '../../../../contract/shapes.ts';
import { errorText } from '../../../data/api.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { words } from '../../../words/words.ts';
import { FeedList } from './feed-list.tsx';
import { postsOf, postsOfMember } from './feed-query.ts';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { focusBeside } from '../../../ui/hooks/focus-beside.ts';

const texts = words.profile;

interface ProfilePostsProps {
  memberId: string;
  /** The member's name; null for the viewer. */
  name: string | null;
  /** Called when a post was deleted, before it leaves the list. */
  onDeleted: () => void;
}

const titleId = 'posts-title';

/** A member's posts that the viewer may see, newest first. */
export function ProfilePosts({ memberId, name, title, onDeleted }: ProfilePostsProps & { title: string }) {
  const query = useInfiniteQuery(postsOfMember(memberId));
  const posts = query.data ? postsOf(query.data.pages) : [];
  const deleted = useCallback(
    (post: Post) => {
      focusBeside(document.querySelector(`[data-post="${post.id}"]`), () => document.getElementById(titleId));
      onDeleted();
    },
    [onDeleted],
  );
  const contents = () => {
    if (query.isPending) return <FeedSkeleton />;
    if (!query.data) {
      return (
        <div className="post" role="alert">
          <div className="px stack g8 items-start">
            <h3>{texts.postsFailed}</h3>
            <p className="mut">{errorText(query.error, words.controls.unreachable)}</p>
            <Button kind="quiet" className="mt-2 mb-3" onClick={() => void query.refetch()}>
              {words.ui.tryAgain}
            </Button>
          </div>
        </div>
      );
    }
    if (posts.length === 0) return <Nothing name={name} />;
    return <FeedList posts={posts} query={query} sort="newest" level={3} onDeleted={deleted} />;
  };
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="pq">
        {title}
      </h2>
      {contents()}
    </section>
  );
}

function Nothing({ name }: { name: string | null }) {
  return (
    <div className="post p-0!">
      {name === null ? (
        <EmptyState
          level={3}
          title={texts.emptyOwn}
          text={texts.emptyOwnText}
          action={
            <ButtonLink href="/create-post" className="mt-2">
              {texts.emptyOwnAction}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState level={3} title={texts.empty} text={texts.emptyText({ name })} />
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import * as posts from '../../../contract/posts.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { placeOf } from '../../features/circles/place.ts';
import { PostSkeleton } from '../../features/posts/feed/feed-skeleton.tsx';
import { PostCard } from '../../features/posts/card/post-card.tsx';
import { go } from '../../app/navigation.ts';
import { NothingHere, useTitle } from '../../app/not-found.tsx';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

const texts = words.postPages.page;

const AlbumLine = lazyComponent(() => import('../../features/albums/album-line.tsx'));
const AlbumView = lazyComponent(() => import('../../features/albums/album-view.tsx'));

/** One moment with its comments; notifications and e-mails lead here. */
export default function PostPage() {
  const { id = '' } = useParams();
  const [path] = useLocation();
  const { data: post, error, isPending, refetch } = useQuery(queryFor(posts.get, { id }));
  const gone = error instanceof ApiError && error.status === 404;
  useTitle(post && !gone ? (post.title ?? texts.titleBy({ name: displayName(post.author) })) : null);
  const isShown = useIsShown();
  const leave = () => {
    if (isShown.current) go('/', { replace: true });
  };
  // A member who just lost sight of the post still has it in the cache; do not show it.
  if (gone) return <NothingHere path={path} signedIn />;
  const [circle] = post?.kind === 'album' && post.circles.length === 1 ? post.circles : [];
  const back = circle
    ? { href: placeOf(circle.id, 'albums'), label: texts.backTo({ circle: circle.name }) }
    : { href: '/', label: texts.back };
  const title = post?.title ? <span className="font-people">{post.title}</span> : texts.title;
  return (
    <RailPage
      back={back}
      title={title}
      intro={post?.kind === 'album' ? <AlbumLine key={post.id} album={post} /> : null}
    >
      {isPending ? (
        <Loading words={texts.loading}>
          <PostSkeleton />
        </Loading>
      ) : null}
      {error && !post ? (
        <div className="card stack g8 items-start" role="alert">
          <h2>{texts.failed}</h2>
          <p className="mut">{errorText(error, words.posts.feed.failedText)}</p>
          <Button kind="quiet" className="mt-2" onClick={() => void refetch()}>
            {words.ui.tryAgain}
          </Button>
        </div>
      ) : null}
      {post && post.kind === 'post' ? <PostCard key={post.id} post={post} whole onDeleted={leave} /> : null}
      {post && post.kind === 'album' ? (
        <AlbumView key={post.id} post={post} onDeleted={leave} fallback={<PostSkeleton />} />
      ) : null}
    </RailPage>
  );
}

import { Loading, Skeleton } from '../../../ui/feedback/loading.tsx';
import { words } from '../../../words/words.ts';

/** Skeletons with the size of real posts. */
export function FeedSkeleton() {
  return (
    <Loading words={words.posts.feed.loading}>
      <PostSkeleton />
      <PostSkeleton />
    </Loading>
  );
}

export function PostSkeleton() {
  return (
    <div className="post" aria-hidden="true">
      <div className="px">
        <div className="post-h">
          <Skeleton className="size-11 rounded-full" />
          <div className="grow stack g8 pt-1">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-44" />
          </div>
        </div>
        <div className="stack g8 mt-4">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </div>
      <div className="sheet n1">
        <Skeleton className="size-full rounded-none!" />
      </div>
      <div className="px">
        <div className="acts h-12" />
      </div>
    </div>
  );
}

import { Loading } from '../../ui/feedback/loading.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { words } from '../../words/words.ts';

const cards = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Six placeholder cards in the size of real ones. */
export function DirectorySkeleton() {
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

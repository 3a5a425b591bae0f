import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** A button that loads the next page of a list. */
export function More({ query }: MoreProps) {
  return query.hasNextPage ? (
    <Button
      kind="quiet"
      className="mt-4"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {words.ui.more}
    </Button>
  ) : null;
}

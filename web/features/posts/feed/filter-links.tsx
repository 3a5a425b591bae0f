// Loads when the feed is filtered.
import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../../contract/circles.ts';
import { queryFor } from '../../../data/query.ts';
import { Button, TextLink } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';
import { placeOf } from '../../circles/place.ts';

const texts = words.filteredFeed;

/** Leads into the circle whose moments the feed shows, and back to all. */
export default function FilterLinks({ circleId, onClear }: { circleId: string | null; onClear: () => void }) {
  const { data: own } = useQuery(queryFor(circles.list, {}));
  const circle = own?.find(({ id }) => id === circleId);
  return (
    <span className="row">
      {circle ? (
        <TextLink href={placeOf(circle.id)}>
          <span className="trunc">{texts.open({ circle: circle.name })}</span>
        </TextLink>
      ) : null}
      <Button kind="ghost" size="sm" onClick={onClear}>
        {words.posts.feed.clear}
      </Button>
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import * as posts from '../../../../contract/posts.ts';
import type { Circle } from '../../../../contract/shapes.ts';
import { queryFor } from '../../../data/query.ts';
import { words } from '../../../words/words.ts';

const texts = words.compose.audience;

/** The number of people who will see the moment. Refetched with each choice and each change of members. */
export function SeenCount({ circles }: { circles: readonly Circle[] }) {
  const circleIds = JSON.stringify(circles.map(({ id }) => id).toSorted());
  const { data, isError, isPaused } = useQuery({
    ...queryFor(posts.countAudience, { circleIds }),
    enabled: circles.length > 0,
    staleTime: 0,
  });
  const sentence = () => {
    if (circles.length === 0) return texts.none;
    if (data) return texts.people(data.count);
    return isError || isPaused ? texts.unknown : texts.counting;
  };
  return (
    <p className="small mut row g8" role="status">
      {circles.length === 0 ? null : (
        <span className="aud" aria-hidden="true">
          <span className="o">
            {circles.slice(0, 4).map((circle) => (
              <i key={circle.id} style={{ '--c': circle.color }} />
            ))}
          </span>
        </span>
      )}
      <span>{sentence()}</span>
    </p>
  );
}

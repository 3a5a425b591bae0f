import type { QueryClient } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { CircleMark, MemberInCircles } from '../../../contract/shapes.ts';
import { queryKey } from '../../data/query.ts';
import { memberSearchKey } from '../members/search.ts';

export const circlesKey = queryKey(circles.list, {});

/** Writes a changed circle into the cache and refetches everything else that shows circles. */
export const showCircle = (client: QueryClient, circle: circles.WholeCircle): void => {
  client.setQueryData<circles.CirclePlace>(
    queryKey(circles.get, { id: circle.id }),
    (now) => now && { ...now, ...circle },
  );
  void client.invalidateQueries({ queryKey: circlesKey });
};

/** Shows the circles that somebody was added to in the results of searches, without repeating the searches. */
export const showAdded = (client: QueryClient, personId: string, added: readonly CircleMark[]): void => {
  client.setQueriesData<MemberInCircles[]>({ queryKey: memberSearchKey }, (found) =>
    found?.map((person) =>
      person.id === personId ? { ...person, circles: [...person.circles, ...added] } : person,
    ),
  );
};

/** Refetches after memberships changed: who is in which circle, who is a contact, who sees which moment. */
export const refreshPeople = (client: QueryClient): void => {
  for (const part of ['circles', 'contacts', 'posts', 'audience', 'user', 'users']) {
    void client.invalidateQueries({ queryKey: ['/api', part] });
  }
};

/** Removes a circle that was deleted or left from all cached lists, without a request for it. */
export const dropCircle = (client: QueryClient, id: string): void => {
  client.removeQueries({ queryKey: queryKey(circles.get, { id }) });
  refreshPeople(client);
};

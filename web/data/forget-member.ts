import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Key } from './query.ts';

/** Nobody is signed in any more. Nothing of what the member saw stays in the page: somebody else may sign in next. */
export const forgetMember = (client: QueryClient, userKey: Key): void => {
  client.setQueryData(userKey, null);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(userKey) });
};

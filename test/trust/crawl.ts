import { pathParameters } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { type Cast, people } from './cast.ts';

/** Query parameters without which an endpoint returns nothing; ids in paths are not among them. */
const queries: Readonly<Record<string, readonly string[]>> = {
  'members.search': ['q=chief', 'q=p0', 'q=p1'],
  'search.everything': ['q=chief', 'q=p0', 'q=zq'],
  'moderation.members': ['limit=50', 'q=chief'],
  'posts.feed': ['limit=50', 'sort=popular'],
  'comments.list': ['limit=50'],
  'mentions.underPost': ['limit=50'],
  'notifications.list': ['limit=50'],
  'sharing.whoSees': ['q=p'],
};

/** The URL of every GET endpoint; an endpoint that takes an id appears once for each of `ids`. */
export const readsOf = (ids: readonly string[]): string[] =>
  [...endpoints].flatMap(([name, { method, path }]) => {
    if (method !== 'GET') return [];
    const [parameter, second, ...more] = pathParameters(path);
    if (more.length > 0) throw new Error(`${name} has three ids: say here how it is asked`);
    // All pairs of two ids would be too many. The last ids are those of the members.
    const withSecond = (asked: string, at: number) =>
      second === undefined ? asked : asked.replace(`:${second}`, ids.at(-1 - (at % people)) ?? '');
    const paths =
      parameter === undefined
        ? [path]
        : ids.map((id, at) => withSecond(path.replace(`:${parameter}`, id), at));
    return paths.flatMap((asked) =>
      (queries[name] ?? ['']).map((query) => (query === '' ? asked : `${asked}?${query}`)),
    );
  });

/**
 * Requests every GET endpoint with every existing id, for all members and the administrator: no answer may contain a
 * word that its reader must not see.
 */
export const crawl = async (cast: Cast): Promise<void> => {
  const { model, actors } = cast;
  const addresses = readsOf([
    ...model.circles.keys(),
    ...model.posts.keys(),
    ...model.comments.keys(),
    ...model.invitations.keys(),
    ...actors.map(({ id }) => id),
  ]);
  for (const who of [...cast.model.everybody, null]) {
    for (const address of addresses) await cast.reads(who, address);
  }
};

import { pathParameters } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Cast } from './cast.ts';

/** Query parameters of endpoints besides the ids in their path, so that they return something. */
const queries: Readonly<Record<string, readonly string[]>> = {
  'members.search': ['q=chief', 'q=p0', 'q=p1'],
  'moderation.members': ['limit=50', 'q=chief'],
  'posts.feed': ['limit=50', 'sort=popular'],
  'comments.list': ['limit=50'],
  'notifications.list': ['limit=50'],
};

/** Every read of the contract, with each of the ids where it takes one. */
export const readsOf = (ids: readonly string[]): string[] =>
  [...endpoints].flatMap(([name, { method, path }]) => {
    if (method !== 'GET') return [];
    const [parameter, ...more] = pathParameters(path);
    if (more.length > 0) throw new Error(`${name} has two ids: say here how it is asked`);
    const paths = parameter === undefined ? [path] : ids.map((id) => path.replace(`:${parameter}`, id));
    return paths.flatMap((asked) =>
      (queries[name] ?? ['']).map((query) => (query === '' ? asked : `${asked}?${query}`)),
    );
  });

/** Every read of the contract with every id that there is, by everybody and by who administers: no word is foreign. */
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

import * as reporting from '../../contract/reporting.ts';
import type { Post } from '../../contract/shapes.ts';
import type { Person } from './person.ts';

/** Makes a report and returns its id. */
export const reports = async (
  who: Person,
  targetType: reporting.ReportTarget,
  targetId: string,
  reason = 'Please look at this.',
): Promise<string> =>
  (await who.ask(reporting.create, { targetType, targetId, reportType: 'harassment', reason })).id;

/** Returns the URLs of all sizes of a moment's photos. */
export const photosOf = (post: Post): string[] =>
  post.images.flatMap(({ variants }) => variants.map(({ url }) => url));

/** Returns the distinct status codes that a person gets for some URLs. */
export const statusesOf = async (who: Person, urls: readonly string[]): Promise<number[]> => {
  const answers = await Promise.all(urls.map((url) => who.request('GET', url)));
  return [...new Set(answers.map(({ status }) => status))];
};

import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import * as moderation from '../../../contract/moderation.ts';
import type { ReportStatus } from '../../../contract/reporting.ts';
import { api } from '../../api.ts';
import { firstPage, type Key, keyOf } from '../../query.ts';
import { words } from '../../words/words.ts';
import { listName } from '../members/names.ts';

export type StatusChoice = ReportStatus | 'all';

const reportsKey: Key = ['/api', 'reports'];
const asList = 'pages';

/** Asks the lists anew, and not the one report that is open: each look at it is recorded. */
export const refreshReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: reportsKey, predicate: ({ queryKey }) => queryKey.includes(asList) });

/** Always asked anew: others decide at the same time. */
export const reportsOf = (status: StatusChoice) => {
  const filter = status === 'all' ? {} : { status };
  return infiniteQueryOptions({
    queryKey: [...keyOf(moderation.reports, filter), asList],
    queryFn: ({ pageParam, signal }) =>
      api(
        moderation.reports,
        { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
};

/** What a report is about, in a few words. */
export const aboutWhat = ({ targetType, member }: moderation.Report): string =>
  words.moderation.reports.about[targetType](listName(member));

/** What a report's buttons are told apart by. */
export const nameOf = (report: moderation.Report): string =>
  `${words.reporting.types[report.reportType]}, ${aboutWhat(report)}`;

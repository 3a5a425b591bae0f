import * as audit from '../../../contract/audit.ts';
import { infiniteQueryFor } from '../../data/query.ts';

export interface LogFilter {
  act: audit.AuditAct | null;
  /** Days of the reader's own calendar, `yyyy-mm-dd`; empty for no bound. Both are included. */
  from: string;
  to: string;
}

const startOf = (day: string, later = 0): string | null => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(start.getTime()) ? null : start.toISOString();
};

/** The acts that a filter leaves, the latest first. */
export const actsOf = ({ act, from, to }: LogFilter) => {
  const [since, until] = [startOf(from), startOf(to, 1)];
  const filter = {
    ...(act === null ? {} : { act }),
    ...(since === null ? {} : { from: since }),
    ...(until === null ? {} : { to: until }),
  };
  return { ...infiniteQueryFor(audit.list, (place) => ({ ...filter, ...place })), staleTime: 0 };
};

import * as audit from '../../../contract/audit.ts';
import { infiniteQueryFor } from '../../data/query.ts';

export interface LogFilter {
  act: audit.AuditAct | null;
  /** First and last day in the reader's time zone, as `yyyy-mm-dd`, both included. Empty for no limit. */
  from: string;
  to: string;
}

const startOf = (day: string, later = 0): string | null => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(start.getTime()) ? null : start.toISOString();
};

/** The entries of the audit log that match a filter, newest first. */
export const actsOf = ({ act, from, to }: LogFilter) => {
  const [since, until] = [startOf(from), startOf(to, 1)];
  const filter = {
    ...(act === null ? {} : { act }),
    ...(since === null ? {} : { from: since }),
    ...(until === null ? {} : { to: until }),
  };
  return { ...infiniteQueryFor(audit.list, (place) => ({ ...filter, ...place })), staleTime: 0 };
};

import type { AuditEntry } from '../../../contract/audit.ts';
import { short } from '../../words/dates.ts';
import { fullTime } from '../../words/time.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import * as audit from '../../../contract/audit.ts';
import { infiniteQueryFor } from '../../data/query.ts';

const texts = words.audit;

/** The entries of the audit log: when, what, by whom, about whom. */
export function ActList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul className="card list py-1!" aria-label={texts.list}>
      {entries.map(({ id, at, act, actor, target }) => (
        <li key={id} className="logrow small">
          <time className="mut" dateTime={at} title={fullTime(at)}>
            {short(at)}
          </time>
          <b className="b">{texts.acts[act]}</b>
          <span>{actor ? displayName(actor) : <span className="mut">{texts.nobody}</span>}</span>
          {target === null || target.id === actor?.id ? null : (
            <span className="mut">
              {target.member ? displayName(target.member) : <code>{target.id}</code>}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

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

import type { AuditEntry } from '../../../contract/audit.ts';
import { short } from '../../words/dates.ts';
import { fullTime } from '../../words/time.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

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

import { Alert } from '../../ui/feedback/alert.tsx';
import { words } from '../../words/words.ts';

/** Shows values that the environment of the server decides, to be read alone. */
export function Outside({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <>
      <Alert>
        <b>{words.settings.outside}</b> {words.settings.outsideText}
      </Alert>
      {rows.length === 0 ? null : (
        <dl className="list">
          {rows.map(([label, value]) => (
            <div key={label} className="row between wrap g8 outsiderow">
              <dt className="mut">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

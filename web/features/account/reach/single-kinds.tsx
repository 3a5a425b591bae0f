import type { Output } from '../../../../contract/endpoint.ts';
import type * as notifications from '../../../../contract/notifications.ts';
import { words } from '../../../words/words.ts';
import { isFixed, type Kinds } from './kinds.ts';

const texts = words.account.choices;

interface SingleKindsProps {
  kinds: Kinds;
  choices: Output<typeof notifications.preferences>;
}

/** Every kind of notification with its channels. A tick is saved immediately. */
export function SingleKinds({ kinds: { ways, shown, choose }, choices }: SingleKindsProps) {
  return (
    <table className="choices">
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{texts.kind}</span>
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="cap dim">
              {texts[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((kind) => (
          <tr key={kind}>
            <th scope="row">{texts.kinds[kind]}</th>
            {ways.map((way) => (
              <td key={way}>
                {isFixed(kind, way) ? (
                  <span className="cap dim">
                    <span aria-hidden="true">{texts.alwaysShort}</span>
                    <span className="vh">{way === 'bell' ? texts.alwaysInBell : texts.always}</span>
                  </span>
                ) : (
                  <label className="check">
                    <span className="vh">{texts.of({ way: texts[way], kind: texts.kinds[kind] })}</span>
                    <input
                      type="checkbox"
                      checked={choices[kind][way]}
                      onChange={(event) =>
                        choose({ [kind]: { ...choices[kind], [way]: event.currentTarget.checked } })
                      }
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

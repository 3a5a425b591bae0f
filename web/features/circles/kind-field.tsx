import { useId } from 'react';
import type { CircleKind } from '../../../contract/shapes.ts';
import { useChanged } from '../../ui/hooks/use-changed.ts';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';

const texts = words.circles.form;

const kinds = [
  { value: 'shared', title: texts.kinds.shared, text: texts.kinds.sharedText },
  { value: 'private', title: texts.kinds.private, text: texts.kinds.privateText },
] as const;

/** The choice between shared and private, with what each means. It cannot be changed later. */
export function KindField({ value, onChange }: { value: CircleKind; onChange: (kind: CircleKind) => void }) {
  const id = useId();
  const changed = useChanged(value);
  return (
    <fieldset className="field">
      <legend className="lab mb-1.5">{texts.kind}</legend>
      <div className="kinds">
        {kinds.map((kind, index) => (
          <label key={kind.value} className="kind">
            <input
              type="radio"
              name={id}
              className="vh"
              aria-describedby={`${id}-${kind.value}`}
              checked={value === kind.value}
              onChange={() => onChange(kind.value)}
            />
            <span className="b">
              {value === kind.value ? <Ring shape="wide" variant={index} draw={changed} /> : null}
              {kind.title}
            </span>
            <span className="small mut block" id={`${id}-${kind.value}`}>
              {kind.text}
            </span>
          </label>
        ))}
      </div>
      <p className="hint">{texts.kindHint}</p>
    </fieldset>
  );
}

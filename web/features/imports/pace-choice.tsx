import { Choices } from '../../ui/form/choices.tsx';
import { words } from '../../words/words.ts';
import { type Pace, paces } from './record.ts';

const texts = words.imports;

/** How much of the connection an import uses. */
export function PaceChoice({ value, onChange }: { value: Pace; onChange: (pace: Pace) => void }) {
  return (
    <section className="stack g8" aria-label={texts.pace}>
      <p className="lab">{texts.pace}</p>
      <Choices
        label={texts.pace}
        look="segments"
        choices={paces.map((pace) => ({ value: pace, label: texts.paces[pace] }))}
        value={value}
        onChange={onChange}
      />
      <p className="hint">{texts.paceHint[value]}</p>
    </section>
  );
}

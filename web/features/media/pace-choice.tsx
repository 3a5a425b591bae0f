import { useSyncExternalStore } from 'react';
import { paceNow, paces, setPace, watchPace } from '../../outbox/pace.ts';
import { Choices } from '../../ui/form/choices.tsx';
import { words } from '../../words/words.ts';

const texts = words.outbox;

/** How much of the connection files take that are on their way. */
export function PaceChoice() {
  const pace = useSyncExternalStore(watchPace, paceNow);
  return (
    <section className="stack g8" aria-label={texts.pace}>
      <p className="lab">{texts.pace}</p>
      <Choices
        label={texts.pace}
        look="segments"
        choices={paces.map((value) => ({ value, label: texts.paces[value] }))}
        value={pace}
        onChange={setPace}
      />
      <p className="hint">{texts.paceHint[pace]}</p>
    </section>
  );
}

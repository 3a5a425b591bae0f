import { useEffect, useState } from 'react';
import { useUser } from '../../app/session.tsx';
import { OutboxThing } from '../../app/waiting/outbox-thing.tsx';
import '../../app/waiting/outbox.css';
import { PaceChoice } from '../../features/media/pace-choice.tsx';
import { kindOf } from '../../outbox/kinds.ts';
import { isLosable, openOutbox } from '../../outbox/outbox.ts';
import { thingsOf } from '../../outbox/things.ts';
import { useOutbox } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';

const texts = words.outbox;

/** The things that the member shared and that are not at the server yet. */
export default function OnItsWayPage() {
  const me = useUser();
  const items = useOutbox(me.id);
  const things = thingsOf(items);
  const [readFor, setReadFor] = useState<string | null>(null);
  useEffect(() => void openOutbox(me.id).then(() => setReadFor(me.id)), [me.id]);
  const isRead = readFor === me.id;
  const isUnkept = items.some((item) => item.state !== 'reading' && isLosable(item));
  const goesOn = things.some(({ state }) => state === 'sending');
  const intro = [texts.intro, isUnkept ? texts.unkept : goesOn ? texts.goesOn : ''].join(' ').trim();
  return (
    <main id="main">
      <div className="page">
        <h1 className="mb-2">{texts.title}</h1>
        <p className="mut mb-4">{things.length > 0 ? intro : isRead ? texts.empty : ''}</p>
        <ul className="stack g12">
          {things.map((thing) => (
            <OutboxThing key={thing.id} thing={thing} />
          ))}
        </ul>
        {things.some(({ items: own }) => own.some(({ kind }) => kindOf(kind)?.hasFile)) ? (
          <div className="mt-5">
            <PaceChoice />
          </div>
        ) : null}
      </div>
    </main>
  );
}

// Separate from feed.tsx: loads only while something is on its way.
import { Link } from 'wouter';
import { kindOf } from '../../outbox/kinds.ts';
import { thingsOf } from '../../outbox/things.ts';
import { useLost, useOutbox } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';
import { useUser } from '../session.tsx';
import './register-kinds.ts';
import { useThingTexts } from './thing-text.ts';
import './outbox.css';

const texts = words.outbox;

/** One line about what is on its way, which leads to its page. */
export function OutboxLine() {
  const me = useUser();
  const isLost = useLost();
  const things = thingsOf(useOutbox(me.id)).filter(
    ({ lead, state }) => isLost || state !== 'sending' || kindOf(lead.kind)?.isShownInPlace !== true,
  );
  const textsOf = useThingTexts();
  // A refused thing comes first, since its member has to decide.
  const thing = things.find(({ state }) => state === 'refused') ?? things[0];
  if (!thing) return null;
  const { what, how } = textsOf(thing);
  return (
    <p role="status">
      <Link href="/on-its-way" className="outbox-line">
        {[things.length > 1 ? texts.things({ count: things.length }) : what, how].join(' · ')}
      </Link>
    </p>
  );
}

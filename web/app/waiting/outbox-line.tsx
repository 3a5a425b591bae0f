// Separate from feed.tsx: loads only while something is on its way.
import { clsx } from 'clsx';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { withdrawal } from '../../outbox/item.ts';
import { kindOf } from '../../outbox/kinds.ts';
import { thingsOf } from '../../outbox/things.ts';
import { useLost, useOutbox } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';
import { useUser } from '../session.tsx';
import './register-kinds.ts';
import { useThingTexts } from './thing-text.ts';
import './outbox.css';

const texts = words.outbox;

interface Many {
  count: number;
  refused: number;
  isPaused: boolean;
  isLost: boolean;
}

/** How it is with several things. Refused ones come first, since their member has to decide. */
const howMany = ({ count, refused, isPaused, isLost }: Many): { what: string; how: string } => {
  const what = texts.things({ count });
  if (refused > 0) return { what, how: texts.someRefused({ count: refused }) };
  if (isPaused) return { what, how: texts.paused };
  return { what, how: isLost ? texts.waits({ count }) : texts.sending({ count }) };
};

/** One line about what is on its way, which leads to its page. */
export function OutboxLine() {
  const me = useUser();
  const isLost = useLost();
  const things = thingsOf(useOutbox(me.id)).filter(
    ({ lead, state }) =>
      state !== 'sending' ||
      (lead.kind !== withdrawal && (isLost || kindOf(lead.kind)?.isShownInPlace !== true)),
  );
  const textsOf = useThingTexts();
  const [thing] = things;
  if (!thing) return null;
  const { length: count } = things;
  const refused = things.filter(({ state }) => state === 'refused').length;
  const needsMember = refused > 0;
  const { what, how } =
    count === 1
      ? textsOf(thing)
      : howMany({ count, refused, isLost, isPaused: things.every(({ state }) => state === 'paused') });
  return (
    <p role="status">
      <Link href="/on-its-way" className={clsx('outbox-line', needsMember && 'b')}>
        {needsMember ? <TriangleAlert aria-hidden="true" /> : null}
        <span className="grow">{`${what} · ${how}`}</span>
        <ChevronRight aria-hidden="true" />
      </Link>
    </p>
  );
}

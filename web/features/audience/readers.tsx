import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import type { NotSeenReason, Reader } from '../../../contract/audience/audience.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { VisuallyHidden } from '../../ui/text/time-ago.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import './audience.css';

const texts = words.audience;

/** Through which circles a member sees something, and since when. */
export const wayOf = ({ circles, since }: Pick<Reader, 'circles' | 'since'>): string => {
  const through =
    circles.length > 0 ? texts.through({ circles: circles.map(({ name }) => name) }) : texts.named;
  return `${through}, ${texts.since({ date: date(since) })}`;
};

/** Why a member does not see a moment, in a sentence. */
export const reasonText = (reason: NotSeenReason, name: string): string =>
  ({
    not_in_circles: texts.notInCircles,
    came_later: texts.cameLater,
    left_out: texts.leftOut,
    unknown: texts.unknown,
  })[reason]({ name });

interface PersonRowProps {
  person: Person;
  text: ReactNode;
  /** Shows the moment as this person gets it; without it the row is no button. */
  onSeeAs?: (() => void) | undefined;
  /** The list comes back from this person's view. */
  isBack?: boolean;
}

const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** A person with what is said of their sight. */
export function PersonRow({ person, text, onSeeAs, isBack = false }: PersonRowProps) {
  const name = displayName(person);
  const content = (
    <>
      <PersonAvatar person={person} />
      <span className="grow">
        <span className="row g8">
          <b className="b wrap-anywhere min-w-0">{name}</b>
          <ByLetter of={person} />
        </span>
        <span className="small mut block">{text}</span>
      </span>
    </>
  );
  if (!onSeeAs) return <li className="row reader">{content}</li>;
  return (
    <li>
      <button ref={isBack ? focus : null} type="button" className="row reader" onClick={onSeeAs}>
        {content}
        <VisuallyHidden>{texts.seeAs({ name })}</VisuallyHidden>
        <ChevronRight aria-hidden="true" className="size-5.5 text-ink-2" />
      </button>
    </li>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import * as mentions from '../../../contract/mentions.ts';
import type { Person } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VisuallyHidden } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import '../../ui/overlay/overlays.css';
import './mentions.css';
import type { Written } from './to-content.ts';
import { addNamed } from './written.ts';

const texts = words.mentions;

/** The place where a member writes decides whom they may mention. */
export type MentionPlace =
  | { postId: string; replyTo?: string | undefined }
  | { circleIds: readonly string[] };

const maxOffered = '6';

/** Milliseconds after which a list of names is loaded again: people join and leave. */
const freshMs = 30_000;

const queryOf = (place: MentionPlace, q: string) =>
  'postId' in place
    ? queryFor(mentions.underPost, {
        id: place.postId,
        q,
        limit: maxOffered,
        ...(place.replyTo !== undefined && { replyTo: place.replyTo }),
      })
    : queryFor(mentions.inCircles, { circleIds: JSON.stringify(place.circleIds), q, limit: maxOffered });

/** The beginning of a name that is being typed after an @, up to the caret. It may have one space. */
const typedName = /(?:^|[\s(])@([^\s@]{0,50}(?: [^\s@]{0,50})?)$/u;

interface Control {
  field: RefObject<HTMLTextAreaElement | null>;
  written: Written;
  onChange: (written: Written) => void;
  place: MentionPlace;
}

/**
 * Offers names while a member types after an @. The focus stays in the text area, as in a combobox: the arrow keys move
 * through the list, Enter or Tab takes a name, Escape closes the list. Spread `props` onto the text area, and render
 * `list` beside it.
 */
export const useMentions = ({ field, written, onChange, place }: Control) => {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  // The text before the caret for which Escape closed the list.
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const before = caret === null ? '' : written.text.slice(0, caret);
  const typed = before === closedFor ? undefined : typedName.exec(before)?.[1];
  const isTaken = written.named.some(({ name }) => name === typed?.trimEnd());
  const q = isTaken ? undefined : typed;
  const hasPlace = 'postId' in place || place.circleIds.length > 0;
  const { data, isPlaceholderData, refetch } = useQuery({
    ...queryOf(place, q ?? ''),
    enabled: q !== undefined && hasPlace,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
  const offered = q === undefined || !hasPlace ? [] : (data?.items ?? []);
  const isOpen = offered.length > 0;
  const active = Math.min(at, offered.length - 1);
  const take = (person: Person | undefined) => {
    if (!person || q === undefined || caret === null) return;
    const named = addNamed(written.named, { id: person.id, name: displayName(person) });
    const name = named.find((one) => one.id === person.id)?.name ?? '';
    const start = `${written.text.slice(0, caret - q.length)}${name} `;
    // The caret moves before the next key: on a slow device it would otherwise come between two typed letters.
    flushSync(() => {
      onChange({ text: start + written.text.slice(caret).replace(/^ /, ''), named });
      setCaret(start.length);
    });
    field.current?.focus();
    field.current?.setSelectionRange(start.length, start.length);
  };
  /** The list may still be that of fewer letters: its answer decides, unless the member has typed on meanwhile. */
  const takeActive = async () => {
    if (!isPlaceholderData) return take(offered[active]);
    const answer = await refetch({ cancelRefetch: false });
    const { value, selectionStart } = field.current ?? {};
    if (value === written.text && selectionStart === caret) take(answer.data?.items[active]);
  };
  /** Returns whether the key was meant for the list. */
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.shiftKey || event.nativeEvent.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') void takeActive();
    else if (event.key === 'Escape') setClosedFor(before);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const look = (element: HTMLTextAreaElement) => {
    setCaret(element.selectionStart === element.selectionEnd ? element.selectionStart : null);
    setAt(0);
  };
  const optionId = (index: number) => `${id}-${index}`;
  const list: ReactNode = (
    <>
      <VisuallyHidden>
        <span role="status">{isOpen ? texts.offered({ count: offered.length }) : ''}</span>
      </VisuallyHidden>
      {isOpen ? (
        <div className="menu mention-list" role="listbox" id={id} aria-label={texts.list}>
          {offered.map((person, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text area has the focus and the keys
            <div
              key={person.id}
              id={optionId(index)}
              className="item"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-highlighted={index === active ? '' : undefined}
              // The text area keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <PersonAvatar person={person} size="sm" />
              {displayName(person)}
              <ByLetter of={person} />
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
  const props = {
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? optionId(active) : undefined,
    onSelect: (event: { currentTarget: HTMLTextAreaElement }) => look(event.currentTarget),
    // Not immediately: a button that the list has moved would slip away under the press.
    onBlur: () => addEventListener('click', () => setCaret(null), { once: true }),
  };
  return { props, list, press, look };
};

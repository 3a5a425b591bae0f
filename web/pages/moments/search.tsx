import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import { useTitle } from '../../app/not-found.tsx';
import { queryFor } from '../../data/query.ts';
import { SearchField } from '../../features/members/search-field.tsx';
import { useDebounced } from '../../features/members/search.ts';
import { addressOf, isSearchable, type SearchChoice, useSearchChoice } from '../../features/search/query.ts';
import { FoundEverything, FoundNames, FoundShared } from '../../features/search/search-results.tsx';
import { Select } from '../../ui/form/select.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';

const texts = words.search;

/** The number of years to choose from. */
const yearsShown = 15;

const years = (): string[] => {
  const now = new Date().getFullYear();
  return Array.from({ length: yearsShown }, (_, back) => String(now - back));
};

/** The arrow keys move from the field to what was found, and on from one to the next. */
const walk = (box: HTMLElement, event: KeyboardEvent): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...box.querySelectorAll<HTMLElement>('input, .rows a, .found-from')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = step === undefined || at < 0 ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** Finds people, circles, moments and albums. The search stands in the address, so that Back leads to it. */
export default function SearchPage() {
  const [choice, choose] = useSearchChoice();
  const [typed, setTyped] = useState(choice.q);
  const settled = useDebounced(typed).trim();
  const box = useRef<HTMLDivElement>(null);
  const { q, show } = choice;
  // The search that this page wrote into the address, or last found there.
  const written = useRef(q);
  useTitle(texts.title);
  const write = useEffectEvent(() => choose({ q: settled }));
  useEffect(() => {
    if (q !== written.current) {
      written.current = q;
      setTyped(q);
    } else if (settled === typed.trim() && settled !== q) {
      written.current = settled;
      write();
    }
  }, [q, typed, settled]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.querySelector('input')?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => walk(element, event);
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <main id="main">
      <div className="rail search-page">
        <div className="rl">
          <h1>{texts.title}</h1>
        </div>
        <div className="rm" role="search" ref={box}>
          {show ? (
            <BackLink
              href={addressOf({ ...choice, show: null, circleId: null, year: null })}
              label={texts.back}
            />
          ) : null}
          <div className="search-head">
            <SearchField
              label={texts.label}
              placeholder={texts.placeholder}
              value={typed}
              onChange={(value) => setTyped(value.slice(0, limits.searchText))}
            />
            {show === 'moments' || show === 'albums' ? <Narrow choice={choice} onChoose={choose} /> : null}
          </div>
          {isSearchable(choice.q) ? <Found choice={choice} /> : <p className="mut mt-3.5">{texts.hint}</p>}
        </div>
      </div>
    </main>
  );
}

/** The results, with the kind as title where only one is shown. */
function Found({ choice }: { choice: SearchChoice }) {
  const { q, show } = choice;
  if (show === null) return <FoundEverything choice={choice} />;
  return (
    <>
      <h2 className="rhead mt-3.5">{texts.kinds[show]}</h2>
      {show === 'people' || show === 'circles' ? (
        <FoundNames q={q} kind={show} />
      ) : (
        <FoundShared choice={choice} kind={show} />
      )}
    </>
  );
}

interface NarrowProps {
  choice: SearchChoice;
  onChoose: (change: Partial<SearchChoice>) => void;
}

/** Moments of one circle or year alone. */
function Narrow({ choice: { circleId, year }, onChoose }: NarrowProps) {
  const own = useQuery(queryFor(circles.list, {}));
  return (
    <>
      <Select
        label={texts.circle}
        value={circleId ?? ''}
        onChange={({ currentTarget }) => onChoose({ circleId: currentTarget.value || null })}
        options={[
          { value: '', label: texts.allCircles },
          ...(own.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={texts.year}
        value={year ?? ''}
        onChange={({ currentTarget }) => onChoose({ year: currentTarget.value || null })}
        options={[
          { value: '', label: texts.allYears },
          ...years().map((one) => ({ value: one, label: one })),
        ]}
      />
    </>
  );
}

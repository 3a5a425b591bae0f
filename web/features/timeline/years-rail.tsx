import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { monthYear } from '../../words/day.ts';
import { words } from '../../words/words.ts';
import { monthAt, partOf, stepBy } from './rail-place.ts';

/** Pixels between the years that are written beside the rail. */
const labelPx = 26;

interface YearsRailProps {
  /** The years that have photos, newest first. */
  years: readonly number[];
  /** The month at the top of the screen, `YYYY-MM`. */
  month: string;
  onGo: (month: string) => void;
}

/** The years at the side. A drag, a press or the arrow keys lead to a month. */
export function YearsRail({ years, month, onGo }: YearsRailProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const shown = dragged ?? month;
  const monthOf = ({ clientY }: { clientY: number }): string => {
    const { top = 0, height = 1 } = rail.current?.getBoundingClientRect() ?? {};
    return monthAt(years, (clientY - top) / height);
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(month);
  };
  const drag = (event: PointerEvent) => {
    if (dragged !== null) setDragged(monthOf(event));
  };
  const drop = () => {
    if (dragged !== null && dragged !== month) onGo(dragged);
    setDragged(null);
  };
  const press = (event: KeyboardEvent) => {
    const next = stepBy(years, shown, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onGo(next);
  };
  const every = Math.max(1, Math.ceil((years.length * labelPx) / Math.max(200, innerHeight - 160)));
  const state = dragged === null ? {} : { 'data-dragged': true };
  return (
    <div className="years" ref={rail} {...state}>
      <ul className="years-labels" aria-hidden="true" onClick={(event) => onGo(monthOf(event))}>
        {years.map((year, index) =>
          index % every === 0 ? (
            <li key={year} style={{ top: `${((index + 0.5) / years.length) * 100}%` }}>
              {year}
            </li>
          ) : null,
        )}
      </ul>
      <div className="years-at" style={{ transform: `translateY(${partOf(years, shown) * 100}%)` }}>
        <button
          type="button"
          className="years-thumb"
          role="slider"
          aria-label={words.timeline.years}
          aria-orientation="vertical"
          aria-valuemin={years.at(-1)}
          aria-valuemax={years[0]}
          aria-valuenow={Number(shown.slice(0, 4))}
          aria-valuetext={monthYear(shown)}
          {...state}
          onPointerDown={begin}
          onPointerMove={drag}
          onPointerUp={drop}
          onPointerCancel={() => setDragged(null)}
          onKeyDown={press}
        >
          {dragged === null ? null : <span className="years-bubble">{monthYear(shown)}</span>}
        </button>
      </div>
    </div>
  );
}

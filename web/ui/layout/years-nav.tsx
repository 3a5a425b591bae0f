import { useEffect, useRef } from 'react';
import { useChanged } from '../hooks/roving.ts';
import { rove } from '../hooks/roving.ts';
import { Ring } from '../pencil/ring.tsx';

interface YearsNavProps {
  label: string;
  /** Newest first. */
  years: readonly number[];
  /** The year in view, which is ringed. */
  current: number | undefined;
  className: string;
  onGo: (year: number) => void;
}

/** Years that lead to their photos. They are one stop of the Tab key; arrow keys move among them. */
export function YearsNav({ label, years, current, className, onGo }: YearsNavProps) {
  const changed = useChanged(current);
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = row.current;
    const shown = element?.querySelector<HTMLElement>('[aria-current]');
    if (!changed || !element || !shown) return;
    element.scrollLeft = shown.offsetLeft - (element.clientWidth - shown.offsetWidth) / 2;
    element.scrollTop = shown.offsetTop - (element.clientHeight - shown.offsetHeight) / 2;
  }, [changed, current]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the buttons inside
    <nav
      ref={row}
      className={`tabs ${className}`}
      aria-label={label}
      onKeyDown={(event) => void rove(event, 'button')}
    >
      {years.map((year, at) => (
        <button
          key={year}
          type="button"
          tabIndex={year === current ? 0 : -1}
          aria-current={year === current ? 'true' : undefined}
          onClick={() => onGo(year)}
        >
          {year === current ? <Ring shape="wide" variant={at} draw={changed} /> : null}
          {year}
        </button>
      ))}
    </nav>
  );
}

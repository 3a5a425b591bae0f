import { useEffect, useRef, useState } from 'react';
import { YearsNav } from '../../ui/layout/years-nav.tsx';
import { words } from '../../words/words.ts';

/** The part of the screen that decides which year is in view: a strip below the bars. */
const strip = '-20% 0px -70% 0px';

/** The id of a year's photos in the page. */
export const idOfYear = (year: number): string => `photos-of-${year}`;

interface YearsRowProps {
  years: readonly { year: number }[];
  /** How many photos are in the page: their years are watched. */
  shown: number;
  onGo: (year: number) => void;
}

/** The years of an album; the one in view is ringed. */
export function YearsRow({ years, shown, onGo }: YearsRowProps) {
  const [seen, setSeen] = useState<number | null>(null);
  const current = (years.find(({ year }) => year === seen) ?? years.at(0))?.year;
  // The last years may be too short to come up to the strip: a pressed one counts while it is on the screen.
  const pressed = useRef<number | null>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const place = pressed.current === null ? null : document.getElementById(idOfYear(pressed.current));
        const { top = innerHeight, bottom = 0 } = place?.getBoundingClientRect() ?? {};
        if (top < innerHeight && bottom > 0) return;
        pressed.current = null;
        const inView = entries.find((entry) => entry.isIntersecting)?.target.id;
        setSeen((before) => years.find(({ year }) => idOfYear(year) === inView)?.year ?? before);
      },
      { rootMargin: strip },
    );
    for (const { year } of years) {
      const place = document.getElementById(idOfYear(year));
      if (place) watcher.observe(place);
    }
    return () => watcher.disconnect();
  }, [years, shown]);
  return (
    <YearsNav
      label={words.albums.years}
      className="album-years"
      years={years.map(({ year }) => year)}
      current={current}
      onGo={(year) => {
        pressed.current = year;
        setSeen(year);
        onGo(year);
      }}
    />
  );
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Layout, layOut, rowAt, rowOf } from './layout.ts';
import { noteScroll } from './scroll-speed.ts';
import type { Timeline } from './use-timeline.ts';
import {
  anchorIndex,
  maxPhotos,
  passedAt,
  type TimelineWindow,
  withoutNewer,
  withoutOlder,
} from './window.ts';

/** Pixels beyond the screen within which rows are in the page, photos are loaded, and others stay in memory. */
const drawnPx = 400;
const loadedPx = 3_000;
const keptPx = 5_000;
/** Pixels of photos that are not in memory, beyond which the wall goes to their day instead of loading all before. */
const farPx = 6_000;
const settlesAfterMs = 150;

/** The first and the last row that are in the page. */
interface Shown {
  from: number;
  to: number;
}

/** The height of the bars above the photos, in pixels. */
const barPx = (element: Element): number => parseFloat(getComputedStyle(element).scrollMarginTop) || 0;

const useSizes = (place: RefObject<HTMLElement | null>): { width: number; headingPx: number } => {
  const [width, setWidth] = useState(0);
  const [headingPx, setHeadingPx] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    // It has the height of a heading, which grows with the text; the wall does not.
    const heading = element?.querySelector<HTMLElement>('.wall-heading');
    if (!element || !heading) return;
    const watcher = new ResizeObserver(() => {
      setWidth(Math.floor(element.clientWidth));
      setHeadingPx(heading.offsetHeight);
    });
    watcher.observe(element);
    watcher.observe(heading);
    return () => watcher.disconnect();
  }, [place]);
  return { width, headingPx };
};

/** Drops photos far from the screen, where there are too many in memory. */
const trim = (window: TimelineWindow, { rows }: Layout, y: number): TimelineWindow => {
  const surplus = window.photos.length - maxPhotos;
  if (surplus <= 0) return window;
  const first = rows.findLast(({ top, first: at }) => at <= surplus && top < y - keptPx);
  if (first && first.first > 0) {
    const before = rows[0]?.top ?? 0;
    return withoutNewer(window, first.first, first.top - before);
  }
  const last = rows.find(({ top, first: at }) => at >= maxPhotos && top > y + innerHeight + keptPx);
  return last ? withoutOlder(window, last.first) : window;
};

/**
 * Follows the scrolling of the page: the rows that are in the page, loading before its end is reached, and the same
 * photo at the same place when others are added, dropped, or change their size.
 */
export const useWall = (
  window: TimelineWindow,
  { extend, move, change }: Pick<Timeline, 'extend' | 'move' | 'change'>,
  rowHeight: number,
) => {
  const wall = useRef<HTMLDivElement>(null);
  const { width, headingPx } = useSizes(wall);
  const { photos, newer, older } = window;
  const anchor = anchorIndex(window);
  const [isStart, isEnd] = [newer === null, older === null];
  const layout = useMemo(
    () =>
      width === 0
        ? { months: [], rows: [], height: 0 }
        : layOut(photos, { anchor, width, rowHeight, headingPx, isStart, isEnd }),
    [photos, anchor, width, rowHeight, headingPx, isStart, isEnd],
  );
  const [shown, setShown] = useState<Shown>({ from: 0, to: -1 });
  /** The first and the last row on the screen. */
  const [onScreen, setOnScreen] = useState<Shown>({ from: 0, to: 0 });
  /** The space above the window. Not in the query's data, which would be drawn a frame too late. */
  const [above, setAbove] = useState(window.above);
  const latest = useRef({ window, layout, above });
  /** The first photo on the screen, and its place in the layout. */
  const seen = useRef<{ id: string; top: number } | null>(null);

  const update = useCallback(() => {
    const element = wall.current;
    if (!element) return;
    const { window: now, layout: places, above: space } = latest.current;
    const { rows } = places;
    const y = barPx(element) - element.getBoundingClientRect().top - space;
    const between = (top: number, bottom: number) => (before: Shown) => {
      const [from, to] = [rowAt(places, top), rowAt(places, bottom)];
      return before.from === from && before.to === to ? before : { from, to };
    };
    setShown(between(y - drawnPx, y + innerHeight + drawnPx));
    setOnScreen(between(y, y + innerHeight - barPx(element)));
    const row = rows[rowAt(places, y)];
    const photo = row && now.photos[row.first];
    seen.current = photo ? { id: photo.id, top: row.top } : null;
    if (now.newer && y < loadedPx && y > -farPx) void extend('newer');
    if (now.older && y + innerHeight > places.height - loadedPx) void extend('older');
  }, [wall, extend]);

  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const element = wall.current;
      if (!element) return;
      const { window: now, layout: places, above: space } = latest.current;
      const y = barPx(element) - element.getBoundingClientRect().top;
      const day = y < space - farPx ? passedAt(now.passed, y / space) : null;
      if (day === null) {
        change((known) =>
          trim(known.above === space ? known : { ...known, above: space }, places, y - space),
        );
        return;
      }
      const passed = now.passed.filter((one) => one.day > day);
      move({ until: day }, { above: y, passed }).catch((error: unknown) => console.warn(error));
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, settlesAfterMs);
      if (frame !== 0) return;
      frame = requestAnimationFrame((at) => {
        frame = 0;
        noteScroll(scrollY, at);
        update();
      });
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [wall, update, change, move]);

  const jumps = useRef(window.jumps);
  useLayoutEffect(() => {
    const before = seen.current;
    latest.current = { window, layout, above };
    const element = wall.current;
    if (!element || layout.rows.length === 0) return;
    if (jumps.current !== window.jumps) {
      // The page has to be as high as the place to which it scrolls.
      // oxlint-disable-next-line react/set-state-in-effect -- before the paint, from measured places
      if (above !== window.above) return setAbove(window.above);
      jumps.current = window.jumps;
      const row = layout.rows[rowOf(layout, Math.min(anchorIndex(window), window.photos.length - 1))];
      const month = layout.months[row?.month ?? 0];
      const top = element.getBoundingClientRect().top + scrollY;
      scrollTo(0, isStart ? 0 : top + above + Math.min(row?.top ?? 0, month?.top ?? 0) - barPx(element));
    } else {
      const index = before ? window.photos.findIndex(({ id }) => id === before.id) : -1;
      const row = index < 0 ? undefined : layout.rows[rowOf(layout, index)];
      const moved = before && row ? row.top - before.top : 0;
      const wanted = isStart ? 0 : Math.max(0, above - moved);
      const shift = wanted - above + moved;
      latest.current.above = wanted;
      setAbove(wanted);
      // At the top of the page new photos appear, instead of hiding above.
      if (shift !== 0 && (scrollY > 0 || !isStart)) scrollBy(0, shift);
    }
    update();
  }, [wall, window, layout, above, isStart, update]);

  return { wall, layout, shown, onScreen, above, headingPx };
};

/** Scrolls so that a row is on the screen. */
export const showRow = (
  element: HTMLElement,
  { above, top, height, headingPx }: { above: number; top: number; height: number; headingPx: number },
): void => {
  const y = element.getBoundingClientRect().top + above + top;
  const highest = barPx(element) + headingPx;
  const lowest = innerHeight - (parseFloat(getComputedStyle(element).scrollMarginBottom) || 0) - height;
  if (y < highest || height > lowest - highest) scrollBy(0, y - highest);
  else if (y > lowest) scrollBy(0, y - lowest);
};

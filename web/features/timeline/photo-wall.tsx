import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { monthYear } from '../../words/day.ts';
import { words } from '../../words/words.ts';
import { leftOf, neighbour, rowOf } from './layout.ts';
import { type RowHeight, usePinch } from './row-height.ts';
import type { Timeline } from './use-timeline.ts';
import { showRow, useWall } from './use-wall.ts';
import { WallTile } from './wall-tile.tsx';
import type { TimelineWindow } from './window.ts';
import './timeline.css';

const texts = words.timeline;

/** The first and the last month on the screen, `YYYY-MM`. */
export interface Months {
  first: string;
  last: string;
}

export interface PhotoWallProps {
  window: TimelineWindow;
  timeline: Timeline;
  size: RowHeight;
  onOpen: (photo: PlacedPhoto) => void;
  /** When other months come on the screen. */
  onMonths: (months: Months) => void;
  /** Shows and focuses a photo. */
  focusRef: RefObject<((id: string) => void) | null>;
}

const photoIdOf = ({ target }: { target: EventTarget }): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null)?.dataset['photo'] ?? null;

/** Photos by month. Only those near the screen are in the page. */
export function PhotoWall({ window, timeline, size, onOpen, onMonths, focusRef }: PhotoWallProps) {
  const { wall, layout, shown, onScreen, above, headingPx } = useWall(window, timeline, size.rowHeight);
  usePinch(wall, size.step);
  const { photos } = window;
  const [current, setCurrent] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const index = photos.findIndex(({ id }) => id === current);
  const currentRow = index < 0 ? -1 : rowOf(layout, index);
  const monthOf = (row: number) => layout.months[layout.rows[row]?.month ?? -1]?.month ?? null;
  const [first, last] = [monthOf(onScreen.from), monthOf(onScreen.to)];
  useEffect(() => {
    if (first !== null && last !== null) onMonths({ first, last });
  }, [first, last, onMonths]);

  const show = useCallback(
    (id: string) => {
      wanted.current = id;
      setCurrent(id);
      const row =
        layout.rows[
          rowOf(
            layout,
            photos.findIndex((photo) => photo.id === id),
          )
        ];
      if (wall.current && row) showRow(wall.current, { above, top: row.top, height: row.height, headingPx });
    },
    [wall, layout, photos, above, headingPx],
  );
  useEffect(() => {
    focusRef.current = show;
  }, [show, focusRef]);
  // The row of the photo may be drawn later than it was asked for.
  useEffect(() => {
    if (wanted.current === null) return;
    const button = wall.current?.querySelector<HTMLElement>(`[data-photo="${wanted.current}"]`);
    if (!button) return;
    wanted.current = null;
    button.focus({ preventScroll: true });
  });

  const press = (event: MouseEvent) => {
    const photo = photos.find(({ id }) => id === photoIdOf(event));
    if (!photo) return;
    setCurrent(photo.id);
    onOpen(photo);
  };
  const move = (event: KeyboardEvent) => {
    const at = photos.findIndex(({ id }) => id === photoIdOf(event));
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((innerHeight * 0.8) / size.rowHeight));
    const targets: Record<string, () => number> = {
      ArrowLeft: () => at - 1,
      ArrowRight: () => at + 1,
      ArrowUp: () => neighbour(layout, at, -1),
      ArrowDown: () => neighbour(layout, at, 1),
      PageUp: () => neighbour(layout, at, -page),
      PageDown: () => neighbour(layout, at, page),
    };
    const target = targets[event.key]?.();
    if (target === undefined) return;
    event.preventDefault();
    const photo = photos[target];
    if (photo && rowOf(layout, target) >= 0) show(photo.id);
  };

  const rows = layout.rows.flatMap((row, at) =>
    (at >= shown.from && at <= shown.to) || at === currentRow ? [row] : [],
  );
  const tabStop =
    index >= 0 && currentRow >= 0 ? current : (photos[layout.rows[onScreen.from]?.first ?? -1]?.id ?? null);
  const isAtEdge =
    layout.rows.length > 0 &&
    ((window.older !== null && shown.to === layout.rows.length - 1) ||
      (window.newer !== null && shown.from === 0));
  const months = [...new Set(rows.map((row) => row.month))];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the buttons inside
    <div
      className="wall"
      ref={wall}
      role="group"
      aria-label={texts.wall}
      style={{ height: `${above + layout.height}px` }}
      onClick={press}
      onKeyDown={move}
      onFocus={(event) => setCurrent(photoIdOf(event) ?? current)}
    >
      <div className="wall-heading" aria-hidden="true" />
      {months.map((at) => {
        const place = layout.months[at];
        return place ? (
          <section
            key={place.month}
            aria-labelledby={`photos-${place.month}`}
            style={{ top: `${above + place.top}px`, height: `${place.height}px` }}
          >
            <h2 id={`photos-${place.month}`} className={place.hasHeading ? undefined : 'goes-on'}>
              {monthYear(place.month)}
            </h2>
            <ul>
              {rows
                .filter((row) => row.month === at)
                .flatMap((row) =>
                  row.widths.map((width, placeInRow) => {
                    const photo = photos[row.first + placeInRow];
                    return photo ? (
                      <WallTile
                        key={photo.id}
                        photo={photo}
                        top={row.top - place.top}
                        left={leftOf(row, placeInRow)}
                        width={width}
                        height={row.height}
                        isTabStop={photo.id === tabStop}
                      />
                    ) : null;
                  }),
                )}
            </ul>
          </section>
        ) : null;
      })}
      {isAtEdge ? <p className="photos-busy">{texts.loading}</p> : null}
    </div>
  );
}

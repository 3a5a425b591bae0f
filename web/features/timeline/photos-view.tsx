import { useQuery } from '@tanstack/react-query';
import { CalendarSearch } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import * as calls from '../../../contract/timeline.ts';
import { go } from '../../app/navigation.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useOnline } from '../../offline/connection.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { YearsNav } from '../../ui/layout/years-nav.tsx';
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { monthYear } from '../../words/day.ts';
import { words } from '../../words/words.ts';
import { openPhotos } from './open-photos.ts';
import { type Months, PhotoWall } from './photo-wall.tsx';
import { useRowHeight } from './row-height.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';
import { useShortcuts } from './use-shortcuts.ts';
import type { Place } from './window.ts';

const texts = words.timeline;

const DateDialog = lazyComponent(() => import('./date-dialog.tsx'));

/** From here on the years are shown, also if there is one. */
const manyPhotos = 40;

const yearOf = (month: string): number => Number(month.slice(0, 4));

const isIn = (year: number, { first, last }: Months): boolean =>
  year <= yearOf(first) && year >= yearOf(last);

interface PhotosViewProps {
  /** Null for all circles and the member's own photos. */
  circleId: string | null;
  items?: ((photo: PlacedPhoto) => readonly MenuItem[]) | undefined;
}

/** The photos of a circle, or of all circles: a menu, the years, and the wall. */
export function PhotosView({ circleId, items }: PhotosViewProps) {
  const timeline = useTimeline(circleId);
  const { query, window, extend, move } = timeline;
  const { data, isPending } = useQuery(queryFor(calls.years, circleId === null ? {} : { circleId }));
  const size = useRowHeight();
  const [months, setMonths] = useState<Months | null>(null);
  // The last years may be too short to come to the top: a pressed one counts while it is on the screen.
  const [pressed, setPressed] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const [isAsking, setAsking] = useState(false);
  const focusRef = useRef<((id: string) => void) | null>(null);
  const isFound = window !== undefined && window.photos.length > 0;
  const isGone = query.error instanceof ApiError && query.error.status === 404;

  const goTo = useCallback(
    async (place: Place) => {
      try {
        await move(place);
      } catch (error) {
        toast({ title: errorText(error, texts.failed), tone: 'destructive' });
      }
    },
    [move],
  );
  const goToYear = (year: number) => {
    setPressed(year);
    setSaid(texts.arrivedIn({ year: String(year) }));
    void goTo({ until: `${year}-12-31` });
  };
  const show = useCallback((shown: Months) => {
    setMonths(shown);
    setPressed((year) => (year !== null && isIn(year, shown) ? year : null));
  }, []);
  const open = useCallback(
    (photo: PlacedPhoto) => {
      if (!window) return;
      void openPhotos(window.photos, photo, {
        more: () => extend('older'),
        onMoment: (postId) => go(`/post/${postId}`),
        items,
        onClosed: (id) => focusRef.current?.(id),
      });
    },
    [window, extend, items],
  );
  useShortcuts(isFound && !isGone, {
    go: (place) => void goTo(place),
    ask: () => setAsking(true),
    step: size.step,
  });

  const years = data?.years ?? [];
  const current =
    pressed !== null && months && isIn(pressed, months) ? pressed : months && yearOf(months.first);
  const contents = () => {
    if (query.isPending) return <Loading words={texts.loading} />;
    if (isGone || !window) {
      return (
        <div className="stack g8 items-start" role="alert">
          <p>{isGone ? texts.gone : errorText(query.error, texts.failed)}</p>
          {isGone ? null : (
            <Button kind="quiet" onClick={() => void query.refetch()}>
              {words.ui.tryAgain}
            </Button>
          )}
        </div>
      );
    }
    if (!isFound && window.older === null && window.newer === null) {
      return (
        <div className="card">
          <EmptyState
            title={texts.empty}
            text={texts.emptyText}
            action={
              <ButtonLink href={circleId === null ? '/create-post' : `/create-post?circleId=${circleId}`}>
                {texts.share}
              </ButtonLink>
            }
          />
        </div>
      );
    }
    return (
      <div className="photos-body">
        {/* Its place is kept while the years load. */}
        {isPending || years.length > 1 || (years.length === 1 && window.photos.length >= manyPhotos) ? (
          <YearsNav
            key={String(isPending)}
            label={texts.years}
            className="photos-years"
            years={years}
            current={current ?? years[0]}
            onGo={goToYear}
          />
        ) : null}
        <div>
          <PhotoWall
            window={window}
            timeline={timeline}
            size={size}
            onOpen={open}
            onMonths={show}
            focusRef={focusRef}
          />
          <Foot timeline={timeline} />
        </div>
      </div>
    );
  };
  return (
    <>
      {isFound && !isGone ? (
        <div className="photos-menu">
          <Menu
            trigger={{ icon: CalendarSearch, label: texts.tools }}
            items={[
              { key: 'date', label: texts.goTo, onSelect: () => setAsking(true) },
              {
                key: 'larger',
                label: texts.larger,
                disabled: size.isLargest,
                onSelect: () => size.step(1),
              },
              {
                key: 'smaller',
                label: texts.smaller,
                disabled: size.isSmallest,
                onSelect: () => size.step(-1),
              },
            ]}
          />
        </div>
      ) : null}
      <p className="vh" role="status">
        {said}
      </p>
      {timeline.isMoving ? <p className="photos-busy">{texts.moving}</p> : null}
      {contents()}
      {isAsking ? (
        <DateDialog
          day={months === null ? '' : `${months.first}-01`}
          onGo={(day) => {
            setSaid(texts.arrived({ month: monthYear(day.slice(0, 7)) }));
            void goTo({ until: day });
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** The end of the photos: more could not be loaded, or there are none. */
function Foot({ timeline: { window, progress, extend } }: { timeline: Timeline }) {
  const online = useOnline();
  const failed = (['newer', 'older'] as const).filter((direction) => progress[direction] === 'failed');
  useEffect(() => {
    // Once the connection is back.
    if (online) for (const direction of failed) void extend(direction);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not again after each failure
  }, [online]);
  if (failed.length > 0) {
    return (
      <div className="photos-foot stack g8 items-start" role="alert">
        <p>{online ? texts.failed : texts.failedOffline}</p>
        <Button
          kind="quiet"
          onClick={() => {
            for (const direction of failed) void extend(direction);
          }}
        >
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  return window?.older === null ? <p className="photos-foot mut small">{texts.end}</p> : null;
}

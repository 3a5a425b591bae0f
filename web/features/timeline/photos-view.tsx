import { useQuery } from '@tanstack/react-query';
import { CalendarSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import * as calls from '../../../contract/timeline.ts';
import { go } from '../../app/navigation.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useOnline } from '../../offline/connection.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { ButtonLink } from '../../ui/form/links.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { monthYear } from '../../words/day.ts';
import { words } from '../../words/words.ts';
import { openPhotos } from './open-photos.ts';
import { PhotoWall } from './photo-wall.tsx';
import { useRowHeight } from './row-height.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';
import { useShortcuts } from './use-shortcuts.ts';
import type { Place } from './window.ts';
import { YearsRail } from './years-rail.tsx';

const texts = words.timeline;

const DateDialog = lazyComponent(() => import('./date-dialog.tsx'));

const lastDayOf = (month: string): string => {
  const [year = 1, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

interface PhotosViewProps {
  /** Null for all circles and the member's own photos. */
  circleId: string | null;
}

/** The photos of a circle, or of all circles: tools, the wall, and the years at its side. */
export function PhotosView({ circleId }: PhotosViewProps) {
  const timeline = useTimeline(circleId);
  const { query, window, extend, move } = timeline;
  const { data } = useQuery(queryFor(calls.years, circleId === null ? {} : { circleId }));
  const size = useRowHeight();
  const [month, setMonth] = useState<string | null>(null);
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
  const goToMonth = (wanted: string) => {
    setSaid(texts.arrived({ month: monthYear(wanted) }));
    void goTo({ until: lastDayOf(wanted) });
  };
  const open = useCallback(
    (photo: PlacedPhoto) => {
      if (!window) return;
      void openPhotos(window.photos, photo, {
        more: () => extend('older'),
        onMoment: (postId) => go(`/post/${postId}`),
        onClosed: (id) => focusRef.current?.(id),
      });
    },
    [window, extend],
  );
  useShortcuts(isFound && !isGone, {
    go: (place) => void goTo(place),
    ask: () => setAsking(true),
    step: size.step,
  });

  const years = data?.years ?? [];
  const hasYears = isFound && years.length > 1;
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
        <PhotoWall
          window={window}
          timeline={timeline}
          size={size}
          onOpen={open}
          onMonth={setMonth}
          focusRef={focusRef}
        />
        {hasYears && month !== null ? <YearsRail years={years} month={month} onGo={goToMonth} /> : null}
        <Foot timeline={timeline} />
      </div>
    );
  };
  return (
    <>
      <div className="photos-head">
        {isFound && !isGone ? (
          <div className="photos-tools">
            <IconButton
              box
              icon={ZoomOut}
              label={texts.smaller}
              disabled={size.isSmallest}
              onClick={() => size.step(-1)}
            />
            <IconButton
              box
              icon={ZoomIn}
              label={texts.larger}
              disabled={size.isLargest}
              onClick={() => size.step(1)}
            />
            <Button
              kind="quiet"
              icon={CalendarSearch}
              onPointerEnter={DateDialog.preload}
              onClick={() => setAsking(true)}
            >
              {texts.goTo}
            </Button>
          </div>
        ) : null}
      </div>
      <p className="vh" role="status">
        {said}
      </p>
      {timeline.isMoving ? <p className="photos-busy">{texts.moving}</p> : null}
      {contents()}
      {isAsking ? (
        <DateDialog
          day={month === null ? '' : `${month}-01`}
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

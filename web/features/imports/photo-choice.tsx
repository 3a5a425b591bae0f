import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import { PaceChoice } from '../media/pace-choice.tsx';
import { takenDayOf, takenDayOfVideo } from '../media/taken-day.ts';
import { useUser } from '../../app/session.tsx';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { bytesInWords } from '../../words/bytes.ts';
import { type Found, type FoundItem, forEach } from './archive/found.ts';
import { FoundAlbumCard } from './found-album.tsx';
import { leaveChoice, startImport } from './import-state.ts';
import { LeftOutNote } from './left-out-note.tsx';
import { countAlbums, sentBytes, tickedItems, undatedItems } from './plan.ts';
import { thingsIn } from './record.ts';
import { Undated } from './undated.tsx';

const texts = words.imports;
const pageSize = 40;

/** Reads the days of photos that the archive does not name. */
const findDays = (items: readonly FoundItem[]): Promise<void> =>
  forEach(items, async (item) => {
    if (!item.file) return;
    try {
      const read = item.isVideo ? takenDayOfVideo : takenDayOf;
      item.takenOn = await read(await item.file.read());
    } catch (error) {
      console.warn(error);
    }
  });

/** The albums of the chosen files; nothing is ticked at first (IMPORT-1). */
export function PhotoChoice({ found }: { found: Found }) {
  const { albums, leftOut } = found;
  const me = useUser();
  // The circle's page that led here.
  const from = new URLSearchParams(useSearch()).get('circle');
  const list = useQuery(queryFor(circles.list, {}));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [circleOf, setCircleOf] = useState<ReadonlyMap<string, string>>(
    () => new Map(from === null ? [] : albums.map(({ key }) => [key, from])),
  );
  const [days, setDays] = useState<ReadonlyMap<string, string>>(new Map());
  const [undated, setUndated] = useState<readonly FoundItem[] | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [shown, setShown] = useState(pageSize);
  useEffect(() => {
    scrollTo({ top: 0 });
  }, []);
  // Send only circles that the page shows: a deleted circle is no longer chosen.
  const shownCircles = new Map(
    [...circleOf].filter(([, circleId]) => list.data?.some(({ id }) => id === circleId)),
  );
  const all = albums.flatMap(({ items }) => items.map(({ key }) => key));
  const chosen = tickedItems(albums, ticked);
  const planned = countAlbums(albums, ticked);
  const isTooMany = planned > limits.importAlbums;
  const size = bytesInWords(chosen.reduce((sum, item) => sum + sentBytes(item), 0));
  const tick = (keys: readonly string[], on: boolean) => {
    setUndated(null);
    setTicked((before) => {
      const next = new Set(before);
      for (const key of keys) {
        if (on) next.add(key);
        else next.delete(key);
      }
      return next;
    });
  };
  const chooseCircle = (album: string, circleId: string | null) =>
    setCircleOf((before) => {
      const next = new Map(before);
      if (circleId === null) next.delete(album);
      else next.set(album, circleId);
      return next;
    });
  const start = async () => {
    if (isChecking) return;
    setChecking(true);
    await findDays(undatedItems(albums, { ticked, days }));
    setChecking(false);
    const left = undatedItems(albums, { ticked, days });
    if (left.length > 0) return setUndated(left);
    void startImport(me.id, found, { ticked, circles: shownCircles, days });
  };
  return (
    <div className="stack g20">
      {/* Changes while days are read would not be sent. */}
      <fieldset disabled={isChecking}>
        <section className="stack g12" aria-labelledby="choose">
          <h2 id="choose">{texts.chooseTitle}</h2>
          <p className="mut">{texts.chooseText}</p>
          {list.error ? (
            <Alert tone="bad" role="alert">
              <p>{errorText(list.error, texts.circlesFailed)}</p>
              <Button kind="quiet" size="sm" onClick={() => void list.refetch()}>
                {words.ui.tryAgain}
              </Button>
            </Alert>
          ) : null}
          <div className="row wrap g8">
            <Button kind="quiet" size="sm" onClick={() => tick(all, ticked.size < all.length)}>
              {ticked.size < all.length ? texts.tickAll : texts.untickAll}
            </Button>
            <Button kind="ghost" size="sm" onClick={leaveChoice}>
              {texts.otherChoice}
            </Button>
          </div>
          <ul className="im-albums">
            {albums.slice(0, shown).map((album) => (
              <FoundAlbumCard
                key={album.key}
                album={album}
                ticked={ticked}
                circleId={shownCircles.get(album.key) ?? null}
                circles={list.data ?? []}
                onTick={tick}
                onCircle={(circleId) => chooseCircle(album.key, circleId)}
              />
            ))}
          </ul>
          {albums.length > shown ? (
            <div>
              <Button kind="quiet" onClick={() => setShown(shown + pageSize)}>
                {texts.moreAlbums({ count: Math.min(pageSize, albums.length - shown) })}
              </Button>
            </div>
          ) : null}
          <LeftOutNote leftOut={leftOut} />
        </section>
      </fieldset>
      {undated === null ? null : (
        <Undated
          albums={albums}
          items={undated}
          onLeaveOut={(keys) => {
            tick(keys, false);
            setUndated(undated.filter(({ key }) => !keys.includes(key)));
          }}
          onDays={(entered) => {
            setDays(new Map([...days, ...entered]));
            setUndated(undated.filter(({ key }) => !entered.has(key)));
          }}
        />
      )}
      {chosen.length > 0 ? (
        <>
          <PaceChoice />
          <p className="small mut">{texts.quiet}</p>
        </>
      ) : null}
      {isTooMany ? (
        <Alert tone="bad" role="alert">
          <p>{texts.tooManyAlbums({ albums: planned, most: limits.importAlbums })}</p>
        </Alert>
      ) : null}
      <div className="im-bar">
        <p className="grow" role="status">
          <b className="b num">
            {chosen.length === 0
              ? texts.sumNothing
              : texts.sum({ ...thingsIn(chosen.filter(({ file }) => file)), size })}
          </b>
        </p>
        <Button
          size="lg"
          disabled={
            !list.data || chosen.length === 0 || isTooMany || (undated !== null && undated.length > 0)
          }
          busy={isChecking}
          busyText={texts.checking}
          onClick={() => void start()}
        >
          {texts.start}
        </Button>
      </div>
    </div>
  );
}

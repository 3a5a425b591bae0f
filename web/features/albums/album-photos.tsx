import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Captions, Heart, MessageCircle, Pencil, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as albums from '../../../contract/albums.ts';
import type { AlbumPhoto } from '../../../contract/albums.ts';
import type { Post } from '../../../contract/shapes.ts';
import { useUser } from '../../app/session.tsx';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Loading, MorePages } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { focusAfterOverlays } from '../../ui/hooks/focus-beside.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { PhotoRows } from '../media/photo-rows.tsx';
import '../posts/composer/compose.css';
import './album.css';
import { albumPlace } from './album-places.ts';
import { AlbumPhotoInput } from './photo-input.tsx';
import { photosQuery } from './photos-query.ts';
import { useRing } from './ring-photo.ts';
import { addToAlbum } from './share-album.ts';
import { UploadNote } from './upload-note.tsx';
import { idOfYear, YearsRow } from './years-row.tsx';

const texts = words.albums;

const AlbumSettings = lazyComponent(() => import('./album-settings.tsx'));
const DescribePhotos = lazyComponent(() => import('./describe-photos.tsx'));
const RemovePhotos = lazyComponent(() => import('./remove-photos.tsx'));
const rowHeight = () => (matchMedia('(min-width: 769px)').matches ? 190 : 130);

const yearOf = (day: string): number => Number(day.slice(0, 4));

interface PhotoGroup {
  year: number | null;
  /** The place of the first one among all. */
  first: number;
  among: AlbumPhoto[];
}

const ungrouped = (photos: AlbumPhoto[]): PhotoGroup[] =>
  photos.length > 0 ? [{ year: null, first: 0, among: photos }] : [];

/** Photos in the order of their days, by year. */
const groupsOf = (photos: readonly AlbumPhoto[]): PhotoGroup[] => {
  const groups: PhotoGroup[] = [];
  for (const [first, photo] of photos.entries()) {
    const year = yearOf(photo.day);
    const last = groups.at(-1);
    if (last?.year === year) last.among.push(photo);
    else groups.push({ year, first, among: [photo] });
  }
  return groups;
};

/** How many hearts and answers a print has. */
function PrintTalk({ photo: { isLiked, likesCount, commentsCount } }: { photo: AlbumPhoto }) {
  if (likesCount + commentsCount === 0) return null;
  return (
    <span className="album-talk" aria-hidden="true">
      {likesCount > 0 ? (
        <span>
          <Heart className={isLiked ? 'mine' : undefined} /> {words.number(likesCount)}
        </span>
      ) : null}
      {commentsCount > 0 ? (
        <span>
          <MessageCircle /> {words.number(commentsCount)}
        </span>
      ) : null}
    </span>
  );
}

/** All photos of an album, with what the viewer may do with them. */
export function AlbumPhotos({ album }: { album: Post }) {
  const me = useUser();
  const isMine = album.authorId === me.id;
  const mayAdd = me.isVerified && (isMine || album.adds === 'circle');
  const { data: dated, isPending: isDating } = useQuery(queryFor(albums.years, { id: album.id }));
  const years = dated?.years ?? [];
  const byYear = years.length > 1;
  const query = useInfiniteQuery({ ...photosQuery(album.id, byYear), enabled: !isDating });
  const photos = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [open, setOpen] = useState<'settings' | 'describe' | 'remove' | null>(null);
  // Null while nothing is being selected.
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const tools = useRef<HTMLDivElement>(null);
  const select = (next: ReadonlySet<string> | null) => {
    setSelected(next);
    // The pressed button disappears.
    focusAfterOverlays(() => tools.current?.querySelector('[role="status"], button'));
  };
  const ring = useRing(album.id, isMine);
  const isOwn = ({ addedBy }: AlbumPhoto) => addedBy.id === me.id;
  const mayRemove = (photo: AlbumPhoto) => isMine || isOwn(photo);
  const toggle = (id: string) =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const groups = byYear ? groupsOf(photos) : ungrouped(photos);
  // A year that was pressed, until it is drawn.
  const wanted = useRef<number | null>(null);
  const scrollToWanted = () => {
    const place = wanted.current === null ? null : document.getElementById(idOfYear(wanted.current));
    if (!place) return;
    place.scrollIntoView();
    wanted.current = null;
  };
  useEffect(scrollToWanted);
  const goTo = async (year: number) => {
    const isThere = (items: readonly AlbumPhoto[]) => items.some(({ day }) => yearOf(day) === year);
    let there = isThere(photos);
    wanted.current = year;
    scrollToWanted();
    for (let more = query.hasNextPage; more && !there; ) {
      const { data, hasNextPage, isError } = await query.fetchNextPage();
      there = isThere(data?.pages.flatMap(({ items }) => items) ?? []);
      more = hasNextPage && !isError;
    }
    if (!there) wanted.current = null;
  };
  const view = async (index: number) => {
    const { audienceItems, viewPhotos } = await import('../posts/card/photo-viewer.ts');
    const items = (at: number) => [...ring(photos[at]), ...audienceItems(album, isMine)];
    viewPhotos(photos, { author: album.author, circles: album.circles, index, items });
  };
  const openPhoto = (index: number) => {
    const photo = photos[index];
    if (selected === null) void view(index);
    else if (photo && mayRemove(photo)) toggle(photo.id);
  };
  const options = [
    ...(photos.some(isOwn)
      ? [
          {
            key: 'describe',
            icon: Captions,
            label: texts.describe,
            onSelect: () => setOpen('describe'),
          },
        ]
      : []),
    ...(isMine
      ? [{ key: 'settings', icon: Pencil, label: texts.settings, onSelect: () => setOpen('settings') }]
      : []),
  ];
  const talkOf = ({ likesCount: likes, commentsCount: answers }: AlbumPhoto) =>
    likes + answers > 0 ? ` ${texts.talk({ likes, answers })}` : '';
  const nameOf = (photo: AlbumPhoto, index: number) => {
    const { alt, addedBy, video } = photo;
    const by = displayName(addedBy);
    const isVideo = video !== null;
    if (alt !== null) return words.photoRows.open({ alt, by, isVideo }) + talkOf(photo);
    return words.photoRows.openAt({ by, isVideo, at: index + 1, total: album.photosCount }) + talkOf(photo);
  };
  const mark = (photo: AlbumPhoto, index: number) => (
    <>
      {photo.addedBy.id === album.authorId ? null : (
        <span className="album-by" aria-hidden="true">
          {displayName(photo.addedBy)}
        </span>
      )}
      <PrintTalk photo={photo} />
      {selected !== null && mayRemove(photo) ? (
        <label className="album-tick">
          <input
            type="checkbox"
            checked={selected.has(photo.id)}
            aria-label={texts.choosePhoto({
              label:
                photo.alt ??
                texts.byAt({ name: displayName(photo.addedBy), at: index + 1, total: album.photosCount }),
            })}
            onChange={() => toggle(photo.id)}
          />
        </label>
      ) : null}
    </>
  );
  const removed = photos.filter(({ id }) => selected?.has(id));
  return (
    <div className="stack g12 album-all">
      <div className="px stack g12">
        {selected === null ? (
          <div ref={tools} className="row g8 items-start album-tools">
            <div className="row wrap g8 grow">
              {mayAdd ? (
                <AlbumPhotoInput
                  label={texts.add}
                  onFiles={(files) => addToAlbum(me.id, { id: album.id, title: album.title ?? '' }, files)}
                />
              ) : null}
              {photos.some(mayRemove) ? (
                <Button kind="quiet" size="sm" onClick={() => select(new Set())}>
                  {texts.select}
                </Button>
              ) : null}
            </div>
            {options.length > 0 ? (
              <Menu trigger={{ icon: Settings2, label: texts.options }} items={options} />
            ) : null}
          </div>
        ) : (
          <div ref={tools} className="row wrap g8">
            <span className="small grow" role="status">
              {texts.selected({ count: selected.size })}
            </span>
            <Button kind="danger" size="sm" disabled={selected.size === 0} onClick={() => setOpen('remove')}>
              {words.controls.remove}
            </Button>
            <Button kind="quiet" size="sm" onClick={() => select(null)}>
              {words.controls.done}
            </Button>
          </div>
        )}
        {selected !== null && !isMine ? <p className="hint">{texts.notYours}</p> : null}
        <UploadNote userId={me.id} place={albumPlace(album.id)} />
        {query.isPending ? <Loading words={texts.loading} /> : null}
        {query.isError && photos.length === 0 ? (
          <div className="stack g8 items-start" role="alert">
            <p>{errorText(query.error, texts.loadFailed)}</p>
            <Button kind="quiet" size="sm" onClick={() => void query.refetch()}>
              {words.ui.tryAgain}
            </Button>
          </div>
        ) : null}
        {query.data && photos.length === 0 ? (
          <p className="mut">{mayAdd ? texts.emptyMine : texts.empty}</p>
        ) : null}
      </div>
      {byYear && photos.length > 0 ? (
        <YearsRow years={years} shown={photos.length} onGo={(year) => void goTo(year)} />
      ) : null}
      {groups.map(({ year, first, among }) => (
        <section key={year ?? ''} id={year === null ? undefined : idOfYear(year)}>
          {year === null ? null : (
            <div className="px album-year">
              <h3>{year}</h3>
              <span className="cap dim">
                {texts.ofYear(years.find((one) => one.year === year) ?? { photos: 0, videos: 0 })}
              </span>
            </div>
          )}
          <PhotoRows
            photos={among}
            rowHeight={rowHeight()}
            onOpen={(at) => openPhoto(first + at)}
            label={(photo, at) => nameOf(photo, first + at)}
            over={(photo, at) => mark(photo, first + at)}
          />
        </section>
      ))}
      <p className="vh" role="status">
        {(query.data?.pages.length ?? 0) > 1
          ? texts.shown({ count: photos.length, total: album.photosCount })
          : null}
      </p>
      {query.hasNextPage ? (
        <div className="px">
          <MorePages query={query} failed={texts.loadFailed} />
        </div>
      ) : null}
      {open === 'settings' ? <AlbumSettings album={album} onClose={() => setOpen(null)} /> : null}
      {open === 'describe' ? (
        <DescribePhotos album={album} userId={me.id} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'remove' ? (
        <RemovePhotos
          albumId={album.id}
          photos={removed}
          userId={me.id}
          onClose={() => setOpen(null)}
          onRemoved={() => {
            setOpen(null);
            select(null);
          }}
        />
      ) : null}
    </div>
  );
}

import { Ellipsis } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../contract/endpoint.ts';
import type { PlacedPhoto, Post } from '../../../contract/shapes.ts';
import type * as calls from '../../../contract/timeline.ts';
import { go } from '../../app/navigation.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { useFocusBeside } from '../../ui/hooks/focus-beside.ts';
import { Menu } from '../../ui/overlay/menu.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { dayMonth } from '../../words/day.ts';
import WrittenText from '../mentions/written-text.tsx';
import { words } from '../../words/words.ts';
import { placeholderOf } from '../media/placeholder-image.ts';
import { openPhotos } from './open-photos.ts';
import { usePutAway } from './put-away.ts';
import './this-day.css';

const texts = words.thisDay;

const yearsSince = (year: number): number => new Date().getFullYear() - year;

type PutAway = ReturnType<typeof usePutAway>['mutate'];

/** Photos and moments of this day in earlier years: the newest photo, and all of them on demand. */
export function ThisDayCard({ day, years }: Output<typeof calls.thisDay>) {
  const id = useId();
  const { mutate } = usePutAway();
  const [isWhole, setWhole] = useState(false);
  const card = useRef<HTMLElement>(null);
  useFocusBeside(card);
  const lead = years.flatMap(({ photos }) => photos)[0];
  const isAll = isWhole || !lead;
  const isMore =
    lead !== undefined &&
    (years.length > 1 || years.some(({ photos, posts }) => photos.length + posts.length > 1));
  return (
    <section className="this-day" aria-labelledby={id} ref={card}>
      <h3 id={id} className={lead ? 'vh' : ''}>
        {texts.title({ day: dayMonth(day) })}
      </h3>
      {lead ? <Lead photo={lead} years={years} /> : null}
      <NotAgain day={day} photo={lead} onPutAway={mutate} />
      {isAll ? years.map((year) => <Year key={year.year} {...year} onPutAway={mutate} />) : null}
      {isMore && !isWhole ? (
        <Button kind="quiet" size="sm" onClick={() => setWhole(true)}>
          {texts.more}
        </Button>
      ) : null}
    </section>
  );
}

/** Opens the photos of all these years, beginning at one. */
const showPhotos = (photos: readonly PlacedPhoto[], first: PlacedPhoto): void =>
  void openPhotos(photos, first, {
    more: () => Promise.resolve(undefined),
    onMoment: (id) => go(`/post/${id}`),
    onClosed: () => undefined,
  });

function Lead({ photo, years }: { photo: PlacedPhoto; years: readonly calls.EarlierYear[] }) {
  const id = useId();
  const year = photo.day.slice(0, 4);
  const said = photo.alt ?? texts.leadOf({ isVideo: photo.video !== null, name: displayName(photo.addedBy) });
  return (
    <button
      type="button"
      className="this-day-lead"
      aria-labelledby={id}
      style={{ backgroundImage: placeholderOf(photo.placeholder) ?? undefined }}
      onClick={() =>
        showPhotos(
          years.flatMap(({ photos }) => photos),
          photo,
        )
      }
    >
      <img
        src={photo.url}
        srcSet={photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes="(min-width: 769px) 640px, 100vw"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className="veil" id={id}>
        <span className="cap">{texts.lead({ year })}</span>
        <b>{said}</b>
      </span>
    </button>
  );
}

interface NotAgainProps {
  day: string;
  photo: PlacedPhoto | undefined;
  onPutAway: PutAway;
}

/** Puts away the photo, everything from the same person, or the day. */
function NotAgain({ day, photo, onPutAway }: NotAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const name = photo ? displayName(photo.addedBy) : '';
  const choice = (text: string, away: Parameters<PutAway>[0]) => (
    <Button
      kind="quiet"
      full
      onClick={() => {
        setOpen(false);
        onPutAway(away);
      }}
    >
      {text}
    </Button>
  );
  return (
    <div className={photo ? 'this-day-not on' : 'this-day-not'}>
      <Button kind="quiet" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.notAgain}
      </Button>
      {isOpen ? (
        <Dialog
          open
          isRead
          onClose={() => setOpen(false)}
          title={texts.notAgain}
          description={texts.onlyYou}
          width="24rem"
        >
          <DialogBody>
            <div className="stack g8">
              {photo ? choice(texts.notPhoto, { scope: 'photo', id: photo.id, said: texts.away }) : null}
              {photo
                ? choice(texts.notMember({ name }), {
                    scope: 'member',
                    id: photo.addedBy.id,
                    said: texts.awayMember({ name }),
                  })
                : null}
              {choice(texts.notDay, { scope: 'day', id: day, said: texts.awayDay })}
            </div>
          </DialogBody>
        </Dialog>
      ) : null}
    </div>
  );
}

function Year({ year, photos, posts, onPutAway }: calls.EarlierYear & { onPutAway: PutAway }) {
  return (
    <>
      <h4 className="small mut">
        {texts.ago({ years: yearsSince(year) })} · {year}
      </h4>
      {photos.length > 0 ? (
        <ul className="this-day-photos">
          {photos.map((photo) => (
            <Photo key={photo.id} photo={photo} photos={photos} onPutAway={onPutAway} />
          ))}
        </ul>
      ) : null}
      {posts.length > 0 ? (
        <ul className="list">
          {posts.map((post) => (
            <Moment key={post.id} post={post} onPutAway={onPutAway} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface PhotoProps {
  photo: PlacedPhoto;
  photos: readonly PlacedPhoto[];
  onPutAway: PutAway;
}

function Photo({ photo, photos, onPutAway }: PhotoProps) {
  const name = displayName(photo.addedBy);
  const what = words.photoRows.open({ alt: photo.alt, by: name, isVideo: photo.video !== null });
  const placeholder = placeholderOf(photo.placeholder);
  return (
    <li>
      <button
        type="button"
        aria-label={what}
        style={placeholder === null ? undefined : { backgroundImage: placeholder }}
        onClick={() => showPhotos(photos, photo)}
      >
        <img
          src={photo.url}
          srcSet={photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}
          sizes="180px"
          alt=""
          loading="lazy"
          decoding="async"
        />
      </button>
      <Menu
        trigger={{ icon: Ellipsis, label: texts.options({ what }) }}
        items={[
          {
            key: 'photo',
            label: texts.notPhoto,
            onSelect: () => onPutAway({ scope: 'photo', id: photo.id, said: texts.away }),
          },
          {
            key: 'post',
            label: texts.notMoment,
            onSelect: () => onPutAway({ scope: 'post', id: photo.postId, said: texts.away }),
          },
          {
            key: 'member',
            label: texts.notMember({ name }),
            onSelect: () =>
              onPutAway({ scope: 'member', id: photo.addedBy.id, said: texts.awayMember({ name }) }),
          },
        ]}
      />
    </li>
  );
}

function Moment({ post, onPutAway }: { post: Post; onPutAway: PutAway }) {
  const name = displayName(post.author);
  const what = post.title ?? texts.moment({ name });
  const photo = post.images.at(0);
  return (
    <li className="this-day-moment">
      {photo ? <img src={photo.variants.at(0)?.url ?? photo.url} alt="" loading="lazy" /> : null}
      <div className="grow">
        <Link href={`/post/${post.id}`} className="who">
          {what}
        </Link>
        {post.content === '' ? null : (
          <p className="people">
            <WrittenText content={post.content} mentions={post.mentions} />
          </p>
        )}
      </div>
      <Menu
        trigger={{ icon: Ellipsis, label: texts.options({ what }) }}
        items={[
          {
            key: 'post',
            label: texts.notMoment,
            onSelect: () => onPutAway({ scope: 'post', id: post.id, said: texts.away }),
          },
          {
            key: 'member',
            label: texts.notMember({ name }),
            onSelect: () =>
              onPutAway({ scope: 'member', id: post.authorId, said: texts.awayMember({ name }) }),
          },
        ]}
      />
    </li>
  );
}

import { Ellipsis } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../contract/endpoint.ts';
import type { PlacedPhoto, Post } from '../../../contract/shapes.ts';
import type * as calls from '../../../contract/timeline.ts';
import { go } from '../../app/navigation.ts';
import { Button } from '../../ui/form/button.tsx';
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

/** Photos and moments of this day in earlier years. The newest of these years is open. */
export function ThisDayCard({ day, years }: Output<typeof calls.thisDay>) {
  const id = useId();
  const { mutate } = usePutAway();
  const [isWhole, setWhole] = useState(false);
  const notDay = () => mutate({ scope: 'day', id: day, said: texts.awayDay });
  return (
    <section className="this-day" aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>{texts.title({ day: dayMonth(day) })}</h2>
        <Menu
          trigger={{ icon: Ellipsis, label: texts.dayOptions }}
          items={[{ key: 'day', label: texts.notDay, onSelect: notDay }]}
        />
      </div>
      {(isWhole ? years : years.slice(0, 1)).map((year) => (
        <Year key={year.year} {...year} onPutAway={mutate} />
      ))}
      {!isWhole && years.length > 1 ? (
        <Button kind="quiet" size="sm" onClick={() => setWhole(true)}>
          {texts.more}
        </Button>
      ) : null}
    </section>
  );
}

function Year({ year, photos, posts, onPutAway }: calls.EarlierYear & { onPutAway: PutAway }) {
  return (
    <>
      <h3 className="small mut">
        {texts.ago({ years: yearsSince(year) })} · {year}
      </h3>
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
  const open = () =>
    void openPhotos(photos, photo, {
      more: () => Promise.resolve(undefined),
      onMoment: (id) => go(`/post/${id}`),
      onClosed: () => undefined,
    });
  return (
    <li>
      <button
        type="button"
        aria-label={what}
        style={placeholder === null ? undefined : { backgroundImage: placeholder }}
        onClick={open}
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

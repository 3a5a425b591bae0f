import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { type Cast, thisDayOfLastYear } from './cast.ts';
import { entries, field, idsOf, sorted } from './json.ts';
import type { PhotoModel, PostModel, Who } from './model-shapes.ts';

/** The ids of the photos of these posts that the person sees, sorted. */
export const photosOf = (
  { model }: Cast,
  who: Who,
  posts: readonly PostModel[],
  isMeant: (photo: PhotoModel) => boolean = () => true,
): string[] =>
  sorted(
    posts.flatMap((post) =>
      post.photos.filter((photo) => isMeant(photo) && model.seesPhoto(who, post, photo)).map(({ id }) => id),
    ),
  );

/** The photos on the card of 'See it as': those that the author added, and of an album the first ones. */
export const areAuthorsPhotos = ({ photos, author, album }: PostModel, urls: readonly string[]): boolean => {
  const own = photos.filter(({ adder }) => adder === author);
  return (
    urls.length === (album ? Math.min(own.length, limits.albumCover) : own.length) &&
    urls.every((url) => own.some(({ id }) => url.includes(id)))
  );
};

/** The photos by day, This day and the search: exactly what the person sees elsewhere too. */
export const compareYears = async (cast: Cast, who: Who): Promise<void> => {
  const { model } = cast;
  const is = (actual: unknown, expected: unknown, about: string) =>
    assert.deepEqual(actual, expected, `person ${who}: ${about}`);
  const ask = async (url: string) => cast.json(await cast.get(who, url));
  const photos = (some: readonly PostModel[], isMeant?: (photo: PhotoModel) => boolean) =>
    photosOf(cast, who, some, isMeant);

  const posts = [...model.posts.values()];
  is(sorted(idsOf((await ask('/api/photos?limit=100'))['items'])), photos(posts), 'the timeline');
  for (const circle of model.circles.values()) {
    const url = `/api/photos?limit=100&circleId=${circle.id}`;
    if (!model.seesCircle(who, circle)) {
      is((await cast.get(who, url)).status, 404, url);
      continue;
    }
    const { seesFrom = Infinity } = circle.members.get(who) ?? {};
    const inside = posts.filter(({ circles, number }) => circles.has(circle.id) && number > seesFrom);
    is(sorted(idsOf((await ask(url))['items'])), photos(inside), `the photos of ${circle.name}`);
  }

  const { mutes } = model.person(who);
  const heard = posts.filter(({ author }) => !mutes.has(author));
  const today = thisDayOfLastYear();
  const days = photos(heard, ({ takenOn, adder }) => takenOn === today && !mutes.has(adder));
  const [lastYear] = entries((await ask('/api/photos/this-day'))['years']);
  const shown = lastYear ? idsOf(field(lastYear, 'photos')) : [];
  is(shown.length, Math.min(limits.thisDayPhotos.perYear, days.length), 'the number of photos of this day');
  is(
    shown.filter((id) => !days.includes(id)),
    [],
    'photos of this day that they may not see',
  );

  // All words of a history begin so. An album of returned photos has no words but its title, and not even that for an adder
  // who did not see the album any more (ALBUM-7).
  const found = idsOf((await ask('/api/posts/search?q=zq&limit=50'))['items']);
  const hasWords = ({ content, album }: PostModel) => content !== '' || album?.title !== '';
  const seen = posts
    .filter((post) => hasWords(post) && model.seesPost(who, post))
    .toSorted((a, b) => b.number - a.number);
  is(
    found,
    seen.map(({ id }) => id),
    'the search',
  );
};

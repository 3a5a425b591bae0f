import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import {
  anchorIndex,
  type ReadPage,
  readAgain,
  readBeside,
  readWindow,
  passedAt,
  withBeside,
  withoutNewer,
  withoutOlder,
} from './window.ts';

const photo = (id: string, day: string): PlacedPhoto => ({
  id,
  day,
  postId: 'p',
  url: '',
  downloadUrl: '',
  width: 4,
  height: 3,
  placeholder: '',
  alt: null,
  variants: [],
  video: null,
  takenOn: day,
  addedBy: {
    id: 'a',
    username: null,
    firstName: 'Ana',
    lastName: 'A',
    profileImageUrl: null,
    isVerified: true,
    byLetter: false,
  },
});

/** Ten photos a month, newest first. */
const all = Array.from({ length: 60 }, (_, index) =>
  photo(
    `${index}`,
    `2020-${String(6 - Math.floor(index / 10)).padStart(2, '0')}-${String(28 - (index % 10)).padStart(2, '0')}`,
  ),
);

/** Pages of four photos, of which the caller sees those that `sees` accepts: pages may be short, or empty. */
const pagesOf =
  (photos: readonly PlacedPhoto[], sees: (one: PlacedPhoto) => boolean = () => true): ReadPage =>
  async ({ before, after, cursor }) => {
    const list =
      after === undefined
        ? photos.filter(({ day }) => before === undefined || day < before)
        : photos.filter(({ day }) => day >= after).toReversed();
    const from = cursor === undefined ? 0 : list.findIndex(({ id }) => id === cursor) + 1;
    const page = list.slice(from, from + 4);
    const isEnd = from + 4 >= list.length;
    return { items: page.filter(sees), nextCursor: isEnd ? null : (page.at(-1)?.id ?? null) };
  };

const idsOf = ({ photos }: { photos: readonly PlacedPhoto[] }) => photos.map(({ id }) => Number(id));
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test('a window grows to both sides from a day, without a gap and without a photo twice', async () => {
  const read = pagesOf(all);
  let window = await readWindow(read, { until: '2020-04-28' });
  assert.deepEqual(idsOf(window), upTo(20, 24));
  for (let page = 0; page < 40 && (window.newer || window.older); page += 1) {
    for (const direction of ['newer', 'older'] as const) {
      if (!window[direction]) continue;
      window = withBeside(window, window, direction, await readBeside(read, window, direction));
    }
  }
  assert.deepEqual(idsOf(window), upTo(0, 60));
  assert.equal(anchorIndex(window), 20);
});

test('pages without a visible photo are read on', async () => {
  const read = pagesOf(all, ({ id }) => Number(id) < 4 || Number(id) > 30);
  const window = await readWindow(read, 'newest');
  const { photos } = await readBeside(read, window, 'older');
  assert.deepEqual(idsOf({ photos }), [31]);
});

test('a day before all photos leads to the oldest ones', async () => {
  const read = pagesOf(all);
  const early = await readWindow(read, { until: '1990-01-01' });
  const oldest = await readWindow(read, 'oldest');
  assert.deepEqual(idsOf(early), upTo(56, 60));
  assert.deepEqual(idsOf(oldest), upTo(56, 60));
  assert.deepEqual([oldest.older, anchorIndex(oldest)], [null, 4]);
});

test('reading again leaves out deleted photos and has new ones', async () => {
  const window = await readWindow(pagesOf(all), 'newest');
  const added = photo('new', '2020-06-29');
  const changed = [added, ...all.filter(({ id }) => id !== '1')];
  const again = await readAgain(pagesOf(changed), window);
  assert.deepEqual(
    again.photos.slice(0, 4).map(({ id }) => id),
    ['new', '0', '2', '3'],
  );
  assert.equal(again.anchor?.id, '0');
  const empty = await readAgain(pagesOf([]), window);
  assert.deepEqual(empty.photos, []);
});

test('photos far away are dropped, and can be loaded again', async () => {
  const read = pagesOf(all);
  let window = await readWindow(read, 'newest');
  window = withBeside(window, window, 'older', await readBeside(read, window, 'older'));
  const lower = withoutNewer(window, 5, 300);
  assert.deepEqual([idsOf(lower), anchorIndex(lower)], [upTo(5, 8), 0]);
  assert.equal(passedAt(lower.passed, 0.5), '2020-06-28');
  const back = withBeside(lower, lower, 'newer', await readBeside(read, lower, 'newer'));
  assert.deepEqual(idsOf(back), upTo(2, 8));
  const upper = withoutOlder(window, 3);
  assert.deepEqual(
    idsOf(withBeside(upper, upper, 'older', await readBeside(read, upper, 'older'))),
    upTo(0, 6),
  );
  const jumped = { ...window, jumps: 1 };
  assert.equal(withBeside(window, jumped, 'older', { photos: [], edge: null }), jumped);
});

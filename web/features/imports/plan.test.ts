import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundAlbum } from './archive/found.ts';
import { countAlbums, planAlbums } from './plan.ts';

const file = { path: '', bytes: 1, kind: 'photo' as const, read: () => Promise.resolve(new Blob()) };

const album = (key: string, count: number, words = ''): FoundAlbum => ({
  key,
  title: key,
  words,
  items: Array.from({ length: count }, (_, at) => ({
    key: `${key}/${at}`,
    file,
    takenOn: '2019-01-01',
    caption: '',
    words: at === 0 ? 'x'.repeat(4_000) : '',
  })),
});

// IMPORT-3
test('the number of albums is known before an import starts', () => {
  const albums = [
    album('many', 1_001),
    album('one', 1),
    album('wordy', 2, 'y'.repeat(4_000)),
    album('none', 3),
  ];
  const ticked = new Set(albums.slice(0, 3).flatMap(({ items }) => items.map(({ key }) => key)));
  const planned = planAlbums(albums, { ticked, circles: new Map(), days: new Map() });
  assert.equal(planned.length, 3 + 1 + 2);
  assert.equal(countAlbums(albums, ticked), planned.length);
  assert.equal(countAlbums(albums, new Set()), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { setGlobals } from '../../../test/runner/globals.ts';
import { until } from '../../../test/runner/until.ts';

setGlobals({
  // Its channel would keep the process open.
  BroadcastChannel: undefined,
  addEventListener: () => {},
  removeEventListener: () => {},
  IDBKeyRange: { bound: () => null },
  localStorage: { getItem: () => null, removeItem: () => {}, setItem: () => {} },
  navigator: { vendor: '' },
});

// ALBUM-18
test('a member who chooses more photos than an album has room for reads so', async () => {
  const { choosePhotos } = await import('./share-album.ts');
  const { newAlbumPlace } = await import('./album-places.ts');
  const { itemsIn } = await import('../../outbox/outbox.ts');
  const files = Array.from({ length: limits.photosPerAlbum + 2 }, (_, at) => new File([], `${at}.jpg`));
  choosePhotos('kim', newAlbumPlace, files);
  await until(() => itemsIn(newAlbumPlace).every(({ state }) => state !== 'reading'));
  assert.ok(itemsIn(newAlbumPlace).some(({ problem }) => problem?.text === messages.albumFull));
});

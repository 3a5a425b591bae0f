import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { NoAnswer } from '../data/api.ts';
import { setGlobals } from '../../test/runner/globals.ts';
import { until } from '../../test/runner/until.ts';
import { withdrawal } from './item.ts';
import { NeedsAgain, Refused, registerKind } from './kinds.ts';

const page = new EventTarget();
setGlobals({
  // Its channel would keep the process open.
  BroadcastChannel: undefined,
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  document: Object.assign(new EventTarget(), { hidden: false }),
  IDBKeyRange: { bound: () => null },
  navigator: { onLine: true },
});

// REQUEST-12
test('an answer that is shared again is sent after the withdrawal of its earlier request, also if that got no answer before', async () => {
  const { startQueue } = await import('./queue.ts');
  const { addItems } = await import('./outbox.ts');
  const { discardItems } = await import('./discard-items.ts');
  const sent: string[] = [];
  let isLost = true;
  const load = (name: string) => async () => ({
    send: async () => {
      sent.push(name);
      if (isLost) throw new NoAnswer('');
      return null;
    },
  });
  registerKind('moment', { lane: 'one', load: load('moment') });
  registerKind(withdrawal, { lane: 'one', load: load('withdrawal') });
  const stop = startQueue({ client: new QueryClient(), userId: 'amy', onLostSession: () => undefined });
  const answer = { kind: 'moment', path: '/api/posts', input: { question: {} } };
  const [first] = addItems('amy', [{ ...answer, place: 'moment/1' }]);
  assert.ok(first);
  // The server has it, but its answer is lost. Its member takes it back, which gets no answer either.
  await until(() => sent.length === 1);
  discardItems([first.id]);
  await until(() => sent.length === 2);
  const [again] = addItems('amy', [{ ...answer, place: 'moment/2' }]);
  assert.ok(again);
  isLost = false;
  page.dispatchEvent(new Event('online'));
  await until(() => sent.length === 4);
  stop();
  assert.deepEqual(sent, ['moment', 'withdrawal', 'withdrawal', 'moment']);
});

// ALBUM-18
test('photos that the server deleted are uploaded again, also when their member sends them a second time', async () => {
  const { startQueue } = await import('./queue.ts');
  const { addItems, itemOf } = await import('./outbox.ts');
  const { sendNow } = await import('./things.ts');
  let uploads = 0;
  // The server deletes a photo that waits a day for its album.
  registerKind('photo', { lane: 'photos', load: async () => ({ send: async () => (uploads += 1) }) });
  const send = async () => {
    if (uploads < 3) throw new NeedsAgain('', { cause: new Refused('The photo is gone.') });
    return null;
  };
  registerKind('album photos', { lane: 'one', load: async () => ({ send }) });
  const stop = startQueue({ client: new QueryClient(), userId: 'bea', onLostSession: () => undefined });
  const [photo] = addItems('bea', [{ kind: 'photo', place: 'album/1', input: null }]);
  assert.ok(photo);
  const request = { kind: 'album photos', place: 'album/1', path: '/api/albums/1/photos', input: null };
  const [album] = addItems('bea', [{ ...request, needs: [photo.id] }]);
  assert.ok(album);
  await until(() => itemOf(album.id)?.state === 'refused');
  assert.equal(uploads, 2);
  sendNow(album.id);
  await until(() => itemOf(album.id)?.state !== 'waiting');
  stop();
  assert.equal(itemOf(album.id)?.problem, undefined, 'it has arrived');
  assert.equal(uploads, 3);
});

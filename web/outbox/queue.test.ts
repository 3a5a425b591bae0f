import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { NoAnswer } from '../data/api.ts';
import { setGlobals } from '../../test/runner/globals.ts';
import { until } from '../../test/runner/until.ts';
import { withdrawal } from './item.ts';
import { registerKind } from './kinds.ts';

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

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../db/sqlite.ts';
import { createLog } from '../log.ts';
import { type CircleEvent, createHub, publish, type Subscriber } from './hub.ts';

const subscriberOf = (heard: (id: string) => void): Subscriber => ({
  memberId: 1,
  sessionId: 1,
  send: (_, id) => heard(id),
  end: () => heard('ended'),
});

test('events are sent in the order of their changes, however slow one audience is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-hub-'));
  const db = openSqlite(folder);
  try {
    const first = Promise.withResolvers<readonly number[]>();
    const isAsked = Promise.withResolvers<void>();
    const findAudience = () => {
      isAsked.resolve();
      return first.promise;
    };
    const hub = createHub(db, findAudience, createLog('silent'));
    const told: string[] = [];
    const all = Promise.withResolvers<void>();
    hub.subscribe(
      subscriberOf((id) => {
        told.push(id);
        if (id === 'last') all.resolve();
      }),
    );
    await db.write(async (tx) => {
      await publish(tx, { kind: 'post', id: 'first', to: { post: 1 } });
      await publish(tx, { kind: 'comment', id: 'second', to: { members: [1] } });
      await publish(tx, { kind: 'comment', id: 'last', to: { members: [1] } });
    });
    await isAsked.promise;
    assert.deepEqual(told, []);
    first.resolve([1]);
    await all.promise;
    assert.deepEqual(told, ['first', 'second', 'last']);
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('an audience that a lost database leaves open holds up no event after it', async () => {
  let [tell, lose]: [(message: string) => void, () => void] = [() => undefined, () => undefined];
  const listen = (onMessage: typeof tell, onGap: typeof lose) => {
    [tell, lose] = [onMessage, onGap];
  };
  const hub = createHub({ listen }, () => new Promise(() => undefined), createLog('silent'));
  const { promise: told, resolve } = Promise.withResolvers<string>();
  hub.subscribe(subscriberOf((id) => (id === 'ended' ? undefined : resolve(id))));
  const event = (id: string, to: CircleEvent['to']): string => JSON.stringify({ kind: 'post', id, to });
  tell(event('open', { post: 1 }));
  lose();
  tell(event('later', { members: [1] }));
  assert.equal(await told, 'later');
});

test('a stream that ends slowly takes no later one of its member with it', async () => {
  let tell: (message: string) => void = () => undefined;
  const hub = createHub({ listen: (hear) => void (tell = hear) }, async () => [], createLog('silent'));
  const leave = hub.subscribe(subscriberOf(() => undefined));
  leave();
  const { promise: told, resolve } = Promise.withResolvers<string>();
  hub.subscribe(subscriberOf(resolve));
  // The connection of the first closes now.
  leave();
  tell(JSON.stringify({ kind: 'post', id: 'later', to: { members: [1] } }));
  await new Promise(setImmediate);
  assert.equal(hub.connected, 1);
  assert.equal(await told, 'later');
});

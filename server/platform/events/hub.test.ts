import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../db/sqlite.ts';
import { createLog } from '../log.ts';
import { createHub, publish } from './hub.ts';

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
    hub.subscribe({
      memberId: 1,
      sessionId: 1,
      send: (_, id) => {
        told.push(id);
        if (id === 'last') all.resolve();
      },
      end: () => told.push('ended'),
    });
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { setGlobals } from '../../../test/runner/globals.ts';

setGlobals({
  // Its channel would keep the process open.
  BroadcastChannel: undefined,
  addEventListener: () => {},
  removeEventListener: () => {},
  IDBKeyRange: { bound: () => null },
  location: { origin: 'http://localhost', pathname: '/' },
  document: Object.assign(new EventTarget(), { documentElement: { lang: 'en' } }),
  localStorage: { getItem: () => null, removeItem: () => {}, setItem: () => {} },
  navigator: { vendor: '', onLine: true },
  fetch: undefined,
});

const Body = z.object({ title: z.optional(z.string()), circleId: z.optional(z.nullable(z.string())) });

/**
 * Sends an import of albums of words alone, by title with the circle of each. The server answers 404 to the albums that
 * `isMissing` says. Returns those that it made.
 */
const made = async (
  albums: Record<string, string | null>,
  isMissing: (album: { import: number; circle: unknown; made: number }) => boolean,
): Promise<unknown[]> => {
  const { holdFiles, showRecord, recordOf } = await import('./record.ts');
  const { addItems } = await import('../../outbox/outbox.ts');
  const { sender } = await import('./import-sender.ts');
  const titles: unknown[] = [];
  let opened = 0;
  globalThis.fetch = (url, init) => {
    const path = typeof url === 'string' ? url : '';
    const { title, circleId: circle } = Body.parse(
      JSON.parse(typeof init?.body === 'string' ? init.body : '{}'),
    );
    const answer = () => {
      if (path.endsWith('/done')) return Response.json({ shared: 1, photos: 0, kept: 0 });
      if (path.endsWith('/api/imports')) {
        opened += 1;
        const startedAt = new Date().toISOString();
        return Response.json({ id: String(opened).repeat(32), source: 'facebook', startedAt, albums: [] });
      }
      if (isMissing({ import: opened, circle, made: titles.length }))
        return Response.json({ message: 'Not found' }, { status: 404 });
      titles.push(title);
      return Response.json({ id: 'a'.repeat(32) });
    };
    return Promise.resolve(answer());
  };
  const [item] = addItems('ann', [{ kind: 'import', place: 'import', input: null }]);
  assert.ok(item);
  holdFiles(item, new Map());
  showRecord(item, {
    source: 'facebook',
    importId: null,
    albums: Object.entries(albums).map(([title, circleId]) => {
      const album = { title, content: 'Words', circleId, id: null, repeatKey: title };
      return { ...album, photos: [] };
    }),
    handles: null,
    fileNames: [],
    leftOut: {},
    outcome: null,
    writes: 0,
  });
  await sender.send(item, {
    client: new QueryClient(),
    signal: new AbortController().signal,
    results: [],
    file: () => Promise.resolve(null),
    onProgress: () => {},
  });
  assert.equal((await recordOf(item))?.outcome?.shared, 1);
  return titles;
};

// IMPORT-3
test('an album for a circle that its author has lost is made for its author alone, and those after it follow', async () => {
  const albums = { One: 'lost', Two: 'family' };
  assert.deepEqual(await made(albums, ({ circle }) => circle === 'lost'), ['One', 'Two']);
});

test('an import that was shared on another device makes no album of words alone twice', async () => {
  // After its first album.
  const isShared = (now: { import: number; made: number }) => now.import === 1 && now.made === 1;
  assert.deepEqual(await made({ One: null, Two: 'family' }, isShared), ['One', 'Two']);
});

// IMPORT-3
test('an import that was shared before its answer was lost is not reported as kept', async () => {
  const { keepImport } = await import('./record.ts');
  const outcome = { shared: 1, photos: 2, kept: 0 };
  const missing = () => Response.json({ message: 'Not found' }, { status: 404 });
  const ended = (whenShared: () => Response) => {
    globalThis.fetch = (url) =>
      Promise.resolve(typeof url === 'string' && url.endsWith('/done') ? whenShared() : missing());
    return keepImport('b'.repeat(32));
  };
  assert.deepEqual(await ended(() => Response.json(outcome)), outcome);
  assert.equal(await ended(missing), null, 'it was kept before');
});

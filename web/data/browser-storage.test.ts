import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (name) => kept.get(name) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (name) => void kept.delete(name),
    setItem: (name, value) => void kept.set(name, value),
  };
};

beforeEach(() => {
  Object.assign(globalThis, { localStorage: memory(), sessionStorage: memory() });
});

// APP-4
test('a browser that asks for privacy stores only what Circle needs', async () => {
  const { forgetAtSignOut, keep, keepOnlyNeeded, recall } = await import('./browser-storage.ts');
  keep('openCircles', 'open');
  keep('draft', 'words');
  keepOnlyNeeded();
  assert.deepEqual([recall('openCircles'), recall('draft')], [null, 'words']);
  keep('scroll', '[]');
  keep('theme', 'dark');
  assert.deepEqual([recall('scroll'), recall('theme')], [null, 'dark']);
  keep('returnTo', '/circles');
  forgetAtSignOut();
  // `forgetDraftOf` removes the draft of the member who signs out; `forgetAtSignOut` keeps drafts.
  assert.deepEqual([recall('returnTo'), recall('draft'), recall('theme')], [null, 'words', 'dark']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReturnPage } from './device.ts';

test('a sign-in returns only to pages of Circle that are not sign-in pages', async (t) => {
  const table: [page: string, returns: boolean][] = [
    ['/circles', true],
    ['/post/ab?x=1', true],
    ['/', true],
    ['/authors', true],
    ['/auth', false],
    ['/auth/reset-password', false],
    ['/login?x', false],
    ['//elsewhere.example', false],
    ['/\\elsewhere.example', false],
    ['https://elsewhere.example', false],
    ['javascript:alert(1)', false],
    ['', false],
  ];
  for (const [page, returns] of table) await t.test(page, () => assert.equal(isReturnPage(page), returns));
});

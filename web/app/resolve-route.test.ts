import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Place, resolveRoute } from './resolve-route.ts';

const places: Place[] = [
  { path: '/', who: 'member' },
  { path: '/circles', who: 'member' },
  { path: '/post/:id', who: 'member' },
  { path: '/join/:code', who: 'anyone' },
  { path: '/', who: 'visitor' },
  { path: '/auth', who: 'visitor' },
];

const at = (address: string, signedIn: boolean, sessionLost = false) => {
  const { pathname: path, search, hash } = new URL(address, 'http://circle');
  const found = resolveRoute(places, { path, search, hash, signedIn, sessionLost });
  return found.kind === 'page' ? `${found.page.who} ${found.page.path}` : found;
};

test('a URL shows the right page to a member and to a visitor', async (t) => {
  const table: [address: string, signedIn: boolean, shown: unknown][] = [
    ['/', true, 'member /'],
    ['/', false, 'visitor /'],
    ['/?invite=AB', false, 'visitor /'],
    ['/circles', true, 'member /circles'],
    ['/circles/', true, 'member /circles'],
    ['/circles', false, { kind: 'sign-in', remember: '/circles' }],
    ['/post/a?x=1#end', false, { kind: 'sign-in', remember: '/post/a?x=1#end' }],
    ['/post/', true, { kind: 'not-found' }],
    ['/post/a/b', true, { kind: 'not-found' }],
    ['/join/AB', true, 'anyone /join/:code'],
    ['/join/AB', false, 'anyone /join/:code'],
    ['/auth', false, 'visitor /auth'],
    ['/auth', true, { kind: 'enter', to: null }],
    ['/auth?invite=A%20B', true, { kind: 'enter', to: '/join/A%20B' }],
    ['/nowhere', true, { kind: 'not-found' }],
    ['/nowhere', false, { kind: 'not-found' }],
  ];
  assert.deepEqual(at('/', false, true), { kind: 'sign-in', remember: '/' });
  assert.equal(at('/auth', false, true), 'visitor /auth');
  assert.equal(at('/join/AB', false, true), 'anyone /join/:code');
  for (const [address, signedIn, shown] of table) {
    await t.test(`${signedIn ? 'member' : 'visitor'} at ${address}`, () =>
      assert.deepEqual(at(address, signedIn), shown),
    );
  }
});

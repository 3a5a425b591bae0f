import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from './audience/audience.ts';
import * as circles from './circles.ts';
import { requestOf } from './endpoint.ts';
import * as notifications from './notifications.ts';

test('each field of an input is put into the path, query or body as the endpoint wants it', async (t) => {
  const table = [
    ['path of a GET', circles.get, { id: 'x 1' }, '/api/circles/x%201', null],
    [
      'query of a GET',
      notifications.list,
      { cursor: 'c', limit: '20' },
      '/api/notifications?cursor=c&limit=20',
      null,
    ],
    [
      'two parts of a DELETE',
      circles.removeMember,
      { id: 'a', memberId: 'b' },
      '/api/circles/a/members/b',
      null,
    ],
    [
      'path and body of a PUT',
      circles.setPriority,
      { id: 'a', priority: 0 },
      '/api/circles/a/priority',
      { priority: 0 },
    ],
    ['no body where nothing is left', notifications.markRead, { id: 'n' }, '/api/notifications/n/read', null],
    [
      'nothing undefined is sent',
      circles.create,
      { name: 'A', color: undefined },
      '/api/circles',
      { name: 'A' },
    ],
    [
      'a list in a query is JSON',
      contract.countAudience,
      { circleIds: '["a"]' },
      '/api/audience?circleIds=%5B%22a%22%5D',
      null,
    ],
  ] as const;
  for (const [what, endpoint, input, url, body] of table) {
    await t.test(what, () => assert.deepEqual(requestOf(endpoint, input), { url, body }));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../../contract/limits.ts';
import { requestsFor } from './save-descriptions.ts';

const described = (count: number, alt: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`photo-${index}`, alt]));

test('descriptions of many photos are sent in requests of 50', () => {
  assert.deepEqual(
    requestsFor(described(101, ' A hill ')).map(({ length }) => length),
    [50, 50, 1],
  );
  assert.deepEqual(requestsFor({ a: ' A hill ' }), [[{ photoId: 'a', alt: 'A hill' }]]);
  assert.deepEqual(requestsFor({}), []);
});

test('no request with long descriptions exceeds what the server takes', () => {
  const requests = requestsFor(described(50, '🏔'.repeat(limits.photoCaption)));
  assert.equal(requests.flat().length, 50);
  assert.equal(requests.length > 1, true);
  for (const alts of requests) {
    const bytes = new TextEncoder().encode(JSON.stringify({ alts })).length;
    assert.equal(bytes < limits.jsonBytes, true, `${bytes} bytes`);
  }
});

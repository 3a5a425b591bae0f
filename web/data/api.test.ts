import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ApiError, errorText } from './api.ts';
import { fromBetween } from './between.ts';
import { fetchRead } from './fetch-read.ts';
import { freshErrorId, lastErrorId, splitErrorId } from './error-id.ts';

test('an API error consists of the status, a colon, a space, and the body or the status text', async (t) => {
  const body = JSON.stringify({ message: 'No such circle', issues: [{ path: 'name', message: 'Too long' }] });
  const table: [what: string, error: ApiError, message: string, words: string | null][] = [
    ['a body of ours', new ApiError(404, 'Not Found', body), `404: ${body}`, 'No such circle'],
    [
      'an empty body',
      new ApiError(502, 'Bad Gateway', '', fromBetween(502)),
      '502: Bad Gateway',
      'Circle can’t be reached just now (502). Please try again in a minute.',
    ],
    [
      'a page of a proxy',
      new ApiError(413, 'Request Entity Too Large', '<html>', fromBetween(413)),
      '413: <html>',
      'A server in front of Circle takes no file of this size (413). Please tell an administrator.',
    ],
    [
      'a page of a network',
      new ApiError(511, '', '<html>', fromBetween(511)),
      '511: <html>',
      'This network asks you to sign in first (511). Open another web page, then try again.',
    ],
    [
      'another page',
      new ApiError(405, '', '{"error":"x"}', fromBetween(405)),
      '405: {"error":"x"}',
      'Something between you and Circle refused this (405).',
    ],
    ['somebody else’s page', new ApiError(500, 'x', '<html>', fromBetween(500)), '500: <html>', null],
  ];
  for (const [what, error, message, words] of table) {
    await t.test(what, () => {
      assert.equal(error.message, message);
      assert.equal(error.text, words);
    });
  }
  assert.deepEqual(new ApiError(400, '', body).issues, [{ path: 'name', message: 'Too long' }]);
});

test('the text of an API error is the server’s text, else the fallback', () => {
  assert.equal(errorText(new ApiError(409, '', '{"message":"Taken"}'), 'Sorry'), 'Taken');
  assert.equal(errorText(new ApiError(500, '', ''), 'Sorry'), 'Sorry');
  assert.equal(errorText(new ApiError(409, '', '{"message":""}'), 'Sorry'), 'Sorry');
  assert.equal(errorText(new TypeError('Failed to fetch'), 'Sorry'), 'Sorry');
});

test('the message of a server error shows the id that leads to its log', () => {
  const id = '0b9c1f54-4a0e-4f4b-9d59-0a1b2c3d4e5f';
  const broken = new ApiError(500, '', JSON.stringify({ message: 'It broke.', errorId: id }));
  assert.equal(errorText(broken), `It broke. Error id: ${id}`);
  assert.deepEqual(splitErrorId(errorText(broken)), { text: 'It broke.', id });
  assert.deepEqual([lastErrorId(), freshErrorId()], [id, id]);
  const refused = new ApiError(404, '', JSON.stringify({ message: 'Not found' }));
  assert.equal(errorText(refused), 'Not found');
  assert.deepEqual(splitErrorId('Not found'), { text: 'Not found', id: null });
  assert.equal(lastErrorId(), id, 'what was refused is nothing that broke');
});

test('a rate-limited read is retried after Retry-After, and a long wait shows an error', async (t) => {
  const waits = ['0', '3600'];
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    const wait = waits.shift();
    response.writeHead(wait === undefined ? 200 : 429, wait === undefined ? {} : { 'retry-after': wait });
    response.end('{}');
  });
  await once(server.listen(0), 'listening');
  t.after(() => server.close());
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}/`;
  assert.equal((await fetchRead(url, undefined)).status, 429);
  assert.equal(asked, 2);
  waits.push('0');
  assert.equal((await fetchRead(url, undefined)).status, 200);
  waits.push('30');
  const stop = new AbortController();
  const left = fetchRead(url, stop.signal);
  setTimeout(() => stop.abort(new Error('left')), 20);
  await assert.rejects(left, /left/);
});

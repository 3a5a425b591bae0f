import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { isUpload } from '../../server/platform/images/receive.ts';
import { TestServer } from '../harness/test-server.ts';

// REQUEST-7
test('an upload that is far too slow is cut off, leaves nothing, and delays nobody', {
  timeout: 60_000,
}, async () => {
  const server = await TestServer.open('sqlite');
  const ana = await server.member('Ana');
  const { port } = new URL(server.url);
  const socket = connect(Number(port), 'localhost');
  const tmp = path.join(server.dataDir, 'tmp');
  await once(socket, 'connect');
  const head = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
  socket.write(
    `POST /api/photos HTTP/1.1\r\nhost: localhost\r\ncookie: ${ana.cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n${head}`,
  );
  socket.write(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000)]));
  const started = performance.now();
  const crawl = setInterval(() => socket.write(Buffer.alloc(1_000)), 500);
  // The server may reset the connection, and `once` of node:events rejects then.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  socket.resume();
  try {
    assert.equal((await ana.request('GET', '/api/circles')).status, 200);
    await closed;
  } finally {
    clearInterval(crawl);
  }
  const seconds = (performance.now() - started) / 1_000;
  assert.ok(seconds > 5 && seconds < 40, `${seconds} s`);
  while ((await readdir(tmp)).some(isUpload));
  assert.equal((await ana.request('GET', '/api/circles')).status, 200);
  await server.close();
});

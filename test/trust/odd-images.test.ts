import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import * as media from '../../contract/media.ts';
import { isUpload } from '../../server/platform/images/receive.ts';
import { TestServer } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';
import { oddImage, soundPhotos } from './odd-images.ts';

/** The number of images; `TRUST_IMAGES=5000` for the long run. */
const images = Number(process.env['TRUST_IMAGES'] ?? 60);
const end = Date.now() + Number(process.env['TRUST_SECONDS'] ?? 170) * 1_000;
const atOnce = 4;

test('every image upload is accepted or refused with a sentence, quickly and in bounded memory', {
  timeout: Number(process.env['TRUST_SECONDS'] ?? 170) * 1_000 + 60_000,
}, async (t) => {
  const server = await TestServer.open('sqlite');
  const sound = await soundPhotos();
  const ana = await server.member('Ana');
  const statuses = new Map<number, number>();
  // Earlier tests have run in this process.
  const before = process.memoryUsage.rss();
  let [slowest, largest, done] = [0, 0, 0];
  const send = async (at: number): Promise<void> => {
    const form = new FormData();
    form.append('photo', new Blob([new Uint8Array(await oddImage(sound, at))]), 'photo.jpg');
    const started = performance.now();
    const answer = await ana.call(media.upload, form);
    slowest = Math.max(slowest, performance.now() - started);
    assert.ok([201, 400, 413, 415].includes(answer.status), `image ${at}: ${answer.status} ${answer.text}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status !== 201) return;
    const { id, url } = media.upload.output.parse(answer.json);
    const served = await ana.fetch('GET', url);
    assert.equal(served.headers.get('content-type'), 'image/webp');
    const text = Buffer.from(await served.arrayBuffer()).toString('latin1');
    assert.ok(!text.includes('<script'), `image ${at} carries markup`);
    await ana.ask(media.remove, { id });
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < images && Date.now() < end; at = next++) {
        await send(at);
        done += 1;
        largest = Math.max(largest, process.memoryUsage.rss() - before);
      }
    }),
  );
  assert.ok(statuses.get(201) && statuses.get(415), [...statuses.keys()].join());
  const counted = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  t.diagnostic(
    `${done} images: ${counted}; ${Math.round(slowest)} ms at most, ${Math.round(largest / 1e6)} MB more at most`,
  );
  // The server deletes a temporary file right after its answer.
  await until(async () => !(await readdir(server.app.context.tmpDir)).some(isUpload));
  assert.ok(largest < 1e9, `${largest} bytes more memory`);
  await server.close();
});

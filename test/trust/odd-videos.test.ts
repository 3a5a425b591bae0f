import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusOf } from '../../server/platform/problem.ts';
import { VideoRefused } from '../../server/platform/videos/refused.ts';
import { fixture, packetsOf, startWrapping } from '../../server/platform/videos/videos.test-peer.ts';
import { peakMemory } from '../harness/peak-memory.ts';
import { oddVideo } from './odd-videos.ts';

/** The number of videos; `TRUST_VIDEOS=1000` for the long run. */
const videos = Number(process.env['TRUST_VIDEOS'] ?? 60);

const valid = [
  'phone.mp4',
  'vp9.webm',
  'camera.mov',
  'fragmented.mp4',
  'recorded.webm',
  'av1.mp4',
  'uneven.mp4',
].map(fixture);

// VIDEO-5
test('every odd video is refused with a sentence or becomes a valid copy, in bounded memory', async (t) => {
  const wrapping = startWrapping();
  const counts = new Map<number, number>();
  const processes = new Set<number>();
  let [slowest, largest] = [0, 0];
  for (let at = 0; at < videos; at += 1) {
    const started = performance.now();
    const outcome = await wrapping.rewrap(oddVideo(valid, at)).catch((error: unknown) => error);
    slowest = Math.max(slowest, performance.now() - started);
    if (outcome instanceof VideoRefused)
      counts.set(statusOf[outcome.code], (counts.get(statusOf[outcome.code]) ?? 0) + 1);
    else if (outcome instanceof Error) assert.fail(`video ${at}: ${outcome.stack}`);
    else if (typeof outcome === 'object' && outcome && 'copy' in outcome && Buffer.isBuffer(outcome.copy)) {
      counts.set(200, (counts.get(200) ?? 0) + 1);
      const tracks = await packetsOf(outcome.copy);
      assert((tracks[0]?.packets.length ?? 0) > 0, `video ${at}`);
    }
    for (const pid of wrapping.wrapper.pids) {
      processes.add(pid);
      largest = Math.max(largest, peakMemory(pid));
    }
    assert.deepEqual(wrapping.left(), [], `video ${at}`);
  }
  await wrapping.close();
  assert(counts.get(200) && counts.get(415), [...counts.keys()].join());
  const counted = [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
  t.diagnostic(
    `${videos} videos: ${counted}; ${Math.round(slowest)} ms at most, ${Math.round(largest / 1_024)} MB at most, ${processes.size} process`,
  );
  assert(largest < 256 * 1_024, `${largest} KB of memory`);
  assert.equal(processes.size, 1, 'no video ended the process');
});

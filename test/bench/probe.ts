// Preloaded into the measured program (`node --import`): reports the processor time of its process. It costs nothing
// between requests, and keeps no process alive.
import { monitorEventLoopDelay } from 'node:perf_hooks';

// A 1 ms tick is late by the time that other work blocked the thread. Ticking costs time, so only one part enables
// it.
const delays = process.env['BENCH_WATCH_THREAD'] ? monitorEventLoopDelay({ resolution: 1 }) : null;
delays?.enable();
const tick = 1_000;
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1_000 - tick);

process.on('message', (asked) => {
  const held = delays && { p99: late(delays.percentile(99)), longest: late(delays.max) };
  delays?.reset();
  process.send?.({ asked, cpu: process.cpuUsage(), held });
});
// Ends with its parent, even if that was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

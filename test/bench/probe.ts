// Loaded before the program that is measured (`node --import`): tells how much processor time its process has taken
// so far. It costs nothing while nobody asks, and keeps no process alive.
import { monitorEventLoopDelay } from 'node:perf_hooks';

// A tick of 1 ms is late by as long as whatever ran before it. Watching costs time, so only one part asks for it.
const delays = process.env['BENCH_WATCH_THREAD'] ? monitorEventLoopDelay({ resolution: 1 }) : null;
delays?.enable();
const tick = 1_000;
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1_000 - tick);

process.on('message', (asked) => {
  const held = delays && { p99: late(delays.percentile(99)), longest: late(delays.max) };
  delays?.reset();
  process.send?.({ asked, cpu: process.cpuUsage(), held });
});
// A run that was killed leaves nothing running.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

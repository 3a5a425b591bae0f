import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives back the memory that only the start needed; V8 alone would keep it. Blocks the thread for 50 to 110 ms. */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') Reflect.apply(gc, undefined, [{ type: 'major', flavor: 'last-resort' }]);
};

/** Milliseconds between two looks. Requests that waited for the start have been answered by the first one. */
const lookEveryMs = 3_000;
/** A server that nobody asks anything works for a smaller share of that time. */
const quietShare = 0.05;

/** Collects garbage once, at the first look that finds the server at rest. */
export const collectGarbageOnce = (): void => {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > quietShare) return;
    clearInterval(timer);
    collectGarbage();
  }, lookEveryMs).unref();
};

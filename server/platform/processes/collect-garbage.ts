import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives back the memory that only the start needed; V8 alone would keep it. Blocks the thread for some 50 ms. */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') Reflect.apply(gc, undefined, [{ type: 'major', flavor: 'last-resort' }]);
};

/** In milliseconds. Requests that waited for the start have been answered by then. */
const quietAfterMs = 3_000;

export const collectGarbageOnce = (): void => void setTimeout(collect, quietAfterMs).unref();

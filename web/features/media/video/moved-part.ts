import { limits } from '../../../../contract/limits.ts';
import type { Part } from './plan.ts';

const minSeconds = 1;

const bounded = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** The part after one of its handles was moved. The other handle follows, so that the part is never too long. */
export const movedPart = (part: Part, handle: keyof Part, to: number, seconds: number): Part => {
  if (handle === 'start') {
    const start = bounded(to, 0, seconds - minSeconds);
    return {
      start,
      end: bounded(part.end, start + minSeconds, Math.min(seconds, start + limits.videoSeconds)),
    };
  }
  const end = bounded(to, minSeconds, seconds);
  return { start: bounded(part.start, Math.max(0, end - limits.videoSeconds), end - minSeconds), end };
};

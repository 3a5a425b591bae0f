import type { Readable } from 'node:stream';
import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../../platform/problem.ts';

const defaults = {
  /** Videos that one member receives at the same time. */
  perMember: 12,
  /** Milliseconds after which a stream ends. A player then requests the rest, if its member still sees the video. */
  longestMs: 10 * 60_000,
};

/** Opens the stream of a video for a member. @throws Problem `unavailable` if too many of theirs are open */
export type OpenVideo = (memberId: number, open: () => Promise<Readable>) => Promise<Readable>;

/** Limits the number and the duration of the streams of videos. */
export const limitVideoStreams = ({ perMember, longestMs } = defaults): OpenVideo => {
  const counts = new Map<number, number>();
  const countOf = (memberId: number): number => counts.get(memberId) ?? 0;
  const leave = (memberId: number): void => {
    if (countOf(memberId) > 1) counts.set(memberId, countOf(memberId) - 1);
    else counts.delete(memberId);
  };

  return async (memberId, open) => {
    if (countOf(memberId) >= perMember)
      throw new Problem('unavailable', messages.serverBusy, { retryAfter: 5 });
    counts.set(memberId, countOf(memberId) + 1);
    try {
      const video = await open();
      const timer = setTimeout(() => video.destroy(), longestMs).unref();
      video.once('close', () => {
        clearTimeout(timer);
        leave(memberId);
      });
      return video;
    } catch (error) {
      leave(memberId);
      throw error;
    }
  };
};

import type { RefusedReason } from './refused.ts';

/** The error for a video that its sender could change so that it is accepted. The message is for the operator. */
export class UnfitVideo extends Error {
  override name = 'UnfitVideo';
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The error for a file that is not a video of an accepted type, or is damaged. */
export const unfit = (detail: string): UnfitVideo => new UnfitVideo('videoType', detail);

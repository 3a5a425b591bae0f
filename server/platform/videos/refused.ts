import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../problem.ts';

const codes = {
  videoType: 'wrongType',
  videoTooLong: 'tooLarge',
  videoTooLarge: 'tooLarge',
  videoTooWide: 'tooLarge',
  voiceType: 'wrongType',
  voiceTooLong: 'tooLarge',
  voiceTooLarge: 'tooLarge',
} as const;

export type RefusedReason = keyof typeof codes;

/** The error for a video or voice that is refused for a reason that its sender can change. */
export class VideoRefused extends Problem {
  override name = 'VideoRefused';

  /** @param cause what only the operator should know; it reaches the log and never an answer. */
  constructor(reason: RefusedReason, cause?: unknown) {
    super(codes[reason], messages[reason], cause === undefined ? {} : { cause });
  }
}

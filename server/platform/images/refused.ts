import { messages } from '../../../contract/errors.ts';
import { Problem } from '../problem.ts';

const answers = {
  avatarTooLarge: { code: 'tooLarge', status: 413 },
  photoTooLarge: { code: 'tooLarge', status: 413 },
  photoTooManyPixels: { code: 'tooLarge', status: 413 },
  photoType: { code: 'wrongType', status: 415 },
  photoBroken: { code: 'invalid', status: 400 },
  uploadBroken: { code: 'invalid', status: 400 },
} as const;

export type RefusalReason = keyof typeof answers;

/**
 * A photo that is not taken, for a reason that its sender can do something about. A `Problem` like any other.
 */
export class PhotoRefused extends Problem {
  override name = 'PhotoRefused';
  readonly reason: RefusalReason;
  readonly status: 400 | 413 | 415;

  /** @param cause what only the operator should know; it reaches the log and never an answer. */
  constructor(reason: RefusalReason, cause?: unknown) {
    super(answers[reason].code, messages[reason], cause === undefined ? {} : { cause });
    this.reason = reason;
    this.status = answers[reason].status;
  }
}

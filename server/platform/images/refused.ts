import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../problem.ts';

const codes = {
  avatarTooLarge: 'tooLarge',
  photoTooLarge: 'tooLarge',
  photoTooManyPixels: 'tooLarge',
  photoType: 'wrongType',
  photoBroken: 'invalid',
  uploadBroken: 'invalid',
} as const;

/** The error for a photo that is refused for a reason that its sender can change. */
export class PhotoRefused extends Problem {
  override name = 'PhotoRefused';

  /** @param cause what only the operator should know; it reaches the log and never an answer. */
  constructor(reason: keyof typeof codes, cause?: unknown) {
    super(codes[reason], messages[reason], cause === undefined ? {} : { cause });
  }
}

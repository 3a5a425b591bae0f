import * as z from 'zod/mini';
import { limits } from '../../../contract/limits.ts';

const Count = z.int().check(z.positive());

const Copied = z.object({
  type: z.enum(['video/mp4', 'video/webm']),
  /** The length in milliseconds; a second more than the limit, because containers round. */
  ms: Count.check(z.maximum((limits.videoSeconds + 1) * 1_000)),
});
/** The copy of a voice: its container, and its length. */
export type Copied = z.infer<typeof Copied>;

const Made = z.extend(Copied, {
  /** The size of the picture in pixels, upright. */
  width: Count,
  height: Count,
});
export type Made = z.infer<typeof Made>;

/**
 * Answers of a video process: what the copy is, the reason for refusing the video, or an internal failure. The server
 * validates them, because that process has parsed untrusted bytes.
 */
export const Answer = z.union([
  z.object({ made: Made }),
  z.object({ voice: Copied }),
  z.object({
    refused: z.enum([
      'videoType',
      'videoTooLong',
      'videoTooLarge',
      'videoTooWide',
      'voiceType',
      'voiceTooLong',
      'voiceTooLarge',
    ]),
    detail: z.string(),
  }),
  z.object({ failed: z.string() }),
]);
export type Answer = z.infer<typeof Answer>;

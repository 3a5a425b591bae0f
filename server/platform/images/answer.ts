import * as z from 'zod/mini';
import { isTakenDay } from '../../../contract/text/taken-day.ts';

/**
 * The widths of the variants in pixels: three for a photo, two (squares) for an avatar, `full`, the photo's own size,
 * `letter`, for mails, or `frame`, for picture frames.
 */
export const VariantName = z.enum(['96', '480', '512', '1080', '2048', 'full', 'letter', 'frame']);
export type VariantName = z.infer<typeof VariantName>;

const Pixels = z.int().check(z.positive());

/** The day on which a photo was taken, `YYYY-MM-DD`; null if it is unknown. */
const TakenOn = z.nullable(z.string().check(z.refine((value) => isTakenDay(value))));

const Made = z.object({
  /** Width and height of the largest variant, upright. */
  width: Pixels,
  height: Pixels,
  /** The blurred placeholder: a thumbhash in base64. */
  placeholder: z.string(),
  /** The variants, smallest first. */
  variants: z
    .array(z.object({ name: VariantName, width: Pixels, height: Pixels, bytes: z.instanceof(Buffer) }))
    .check(z.minLength(1)),
  takenOn: TakenOn,
});
export type Made = z.infer<typeof Made>;

/** How many pixels were decoded, or would have been. */
const Decoded = z.int().check(z.nonnegative());

const Refused = z.object({
  refused: z.enum(['photoBroken', 'photoTooManyPixels', 'photoType']),
  detail: z.string(),
  pixels: Decoded,
});
export type Refused = z.infer<typeof Refused>;
const Failed = z.object({ failed: z.string() });
export type Failed = z.infer<typeof Failed>;

/**
 * Answers of an image process: the variants, the reason for refusing the photo, or an internal failure. The server
 * validates them, because that process has parsed untrusted bytes.
 */
export const Answer = z.union([z.object({ made: Made, pixels: Decoded }), Refused, Failed]);

/** Answers of a HEIC process. */
export const HeicAnswer = z.union([
  z.object({ written: z.literal(true), takenOn: TakenOn, pixels: Decoded }),
  Refused,
  Failed,
]);

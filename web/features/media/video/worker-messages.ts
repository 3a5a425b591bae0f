import type { Effort, Part } from './plan.ts';

/** A video as it will be uploaded. */
export interface Converted {
  type: 'video/mp4' | 'video/webm' | 'video/quicktime';
  seconds: number;
  /** The name under which `readStoredVideo` finds the file, or the file itself. */
  stored: string | Blob;
}

/**
 * Why a video cannot be shared: it is none, this browser cannot convert it, it stays too large, the disk is full,
 * its file changed, or something broke.
 */
export type Refusal = 'notVideo' | 'cannot' | 'tooLarge' | 'noSpace' | 'gone' | 'broken';

/** The chosen part and size of a video, and the name under which the result is stored. */
export interface Choice {
  part: Part;
  effort: Effort;
  name: string;
}

export type ToWorker = { kind: 'look'; file: File } | ({ kind: 'convert' } & Choice);

export type FromWorker =
  | { kind: 'looked'; seconds: number }
  /** Null where only a `<video>` element can draw it. */
  | { kind: 'poster'; poster: Blob | null }
  | { kind: 'progress'; done: number }
  | { kind: 'converted'; converted: Converted }
  | { kind: 'refused'; reason: Refusal };

import type { PhotoType } from './sniff.ts';

/** `full` is the copy in the photo's own size, for downloads and exports; `letter` is the small JPEG in a mail, `frame` that of a picture frame. */
export type PhotoKind = 'photo' | 'avatar' | 'full' | 'letter' | 'frame';

/** Orders to an image process. `type` comes from the first bytes; for `heic` the file is the PNG that was made of it. */
export interface Order {
  path: string;
  type: PhotoType;
  kind: PhotoKind;
}

/**
 * Whether a message from the server is an order; without the schema library, which a small process can spare.
 */
export const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' &&
  message !== null &&
  'path' in message &&
  typeof message.path === 'string' &&
  'type' in message &&
  (message.type === 'jpeg' || message.type === 'png' || message.type === 'webp' || message.type === 'heic') &&
  'kind' in message &&
  (message.kind === 'photo' ||
    message.kind === 'avatar' ||
    message.kind === 'full' ||
    message.kind === 'letter' ||
    message.kind === 'frame');

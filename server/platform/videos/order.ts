/** Orders to a video process: paths of the uploaded file, of the copy to make, and of a file to use meanwhile. */
export interface Order {
  source: string;
  target: string;
  scratch: string;
  /** The kind of file: a video, or a voice, whose sound alone is copied. */
  as: 'video' | 'voice';
}

/** Whether a message from the server is an order. Checked by hand, so that the process does not load the schema library. */
export const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' &&
  message !== null &&
  'source' in message &&
  typeof message.source === 'string' &&
  'target' in message &&
  typeof message.target === 'string' &&
  'scratch' in message &&
  typeof message.scratch === 'string' &&
  'as' in message &&
  (message.as === 'video' || message.as === 'voice');

/** Orders to the HEIC process: decode the file `source` into the new file `target`. */
export interface HeicOrder {
  source: string;
  target: string;
}

export const isHeicOrder = (message: unknown): message is HeicOrder =>
  typeof message === 'object' &&
  message !== null &&
  'source' in message &&
  typeof message.source === 'string' &&
  'target' in message &&
  typeof message.target === 'string';

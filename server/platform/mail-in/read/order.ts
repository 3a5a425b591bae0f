/** TXT records by name; null where DNS failed temporarily. */
export type KeyRecords = Readonly<Record<string, readonly string[] | null>>;

/** An order to the process that reads mails. */
export interface Order {
  /** The file of the mail. */
  mail: string;
  /** The beginning of the paths for the photos; a number follows. */
  photos: string;
  /** The mail server whose `Authentication-Results` count. */
  trust: string | null;
  /** Records that may hold keys; null to ask which ones the mail needs. */
  records: KeyRecords | null;
}

/** Whether a message from the server is an order. Checked by hand, so that the process does not load the schema library. */
export const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' &&
  message !== null &&
  'mail' in message &&
  typeof message.mail === 'string' &&
  'photos' in message &&
  typeof message.photos === 'string' &&
  'trust' in message &&
  'records' in message;

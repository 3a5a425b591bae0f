import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// Tables of mailbox members, who take part by e-mail alone. `schema.ts` lists all tables.

/** A question to an address whether it joins a circle by letter. */
export interface MailboxInvitations {
  id: Generated<number>;
  public_id: string;
  circle_id: number;
  inviter_id: number;
  email: string;
  first_name: string;
  last_name: string;
  /** Whether the inviter knows who this is, so that the answer verifies. */
  verifies: Flag;
  created_at: number;
  expires_at: number;
  /** No mail could be sent: the question is a file on the server. */
  unmailed: Generated<Flag>;
  /** `withdrawn` by the inviter, who may ask again without a mail; `removed` with the member from the circle. */
  answer: 'yes' | 'stop' | 'withdrawn' | 'removed' | null;
}

/** A member who asked an address that said 'Stop', by the hash of that address. */
export interface StoppedAskers {
  address_hash: string;
  inviter_id: number;
}

/** A browser in which a mailbox member reads letters, by the hash of its cookie. */
export interface LetterBrowsers {
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
}

/** A received mail whose file is stored until its job is done. */
export interface IncomingMails {
  public_id: string;
  received_at: number;
  /** The member whose key it names; 0 for all mails without a member. */
  party: Generated<number>;
  /** The first key that it names. */
  reply_key: Generated<string>;
  /** A hash of the network that it came from; null where the operator's own mail server delivers. */
  network_hash: string | null;
  /** Whether it waits until DNS answers. It takes none of the places of other mails. */
  waits_for_dns: Generated<number>;
}

/** A mail of a member that was taken, so that it has no effect when it is delivered again. */
export interface TakenMails {
  message_id_hash: string;
  user_id: number;
  taken_at: number;
  /** The moment or the comment that it became, which may be deleted since. */
  post_id: number | null;
  comment_id: number | null;
}

/** A new address with which a member shares moments with a circle. Without one, the circle's first address counts. */
export interface MailAddresses {
  user_id: number;
  circle_id: number;
  /** Drawn by lot, and part of the address. */
  number: number;
}

/** A JPEG of a photo for letters, stored for a few days. */
export interface LetterPhotos {
  image_id: number;
  /** 0 for a photo that cannot be made into one. */
  bytes: number;
  made_at: number;
}

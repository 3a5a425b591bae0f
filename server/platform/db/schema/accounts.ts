import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// Tables of accounts. `schema.ts` lists all tables.

export interface Sessions {
  id: Generated<number>;
  public_id: string;
  token_hash: string;
  user_id: number;
  device: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
}

/** A browser in which a member has signed in before. */
export interface KnownBrowsers {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  created_at: number;
  last_seen_at: number;
}

/** A member's choice for a kind of notification. Without a row the kind's defaults apply. */
export interface NotificationPreferences {
  user_id: number;
  kind: string;
  bell: Flag;
  email: Flag;
  push: Flag;
}

/** A member's latest export, at most one. A sweep deletes it when it expires. */
export interface Exports {
  user_id: number;
  public_id: string;
  status: 'pending' | 'ready';
  /** Storage keys of the parts of the ZIP, in order. */
  parts: number;
  /** Size of the whole ZIP. */
  bytes: number;
  created_at: number;
  expires_at: number;
}

export interface EmailTokens {
  token_hash: string;
  /**
   * Purposes of a token in a mail: confirming a registered address, changing it, or setting a new password; `done` once it
   * has confirmed its address. `handed` sets a new password, too, but an administrator hands it over.
   */
  kind: 'confirm' | 'change' | 'reset' | 'handed' | 'done';
  user_id: number;
  email: string;
  expires_at: number;
}

/** The secret of a member's authenticator app. It is not required until a code has confirmed it. */
export interface TotpSecrets {
  user_id: number;
  /** Encrypted with a key of this installation. */
  secret: string;
  created_at: number;
  confirmed_at: number | null;
  /** The time step of the last accepted code. Codes of this step or earlier ones are refused (replay). */
  last_step: Generated<number>;
}

export interface RecoveryCodes {
  id: Generated<number>;
  user_id: number;
  code_hash: string;
}

export interface Passkeys {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  /** The credential id, in base64url. */
  credential_id: string;
  /** The COSE public key, in base64url. */
  public_key: string;
  counter: number;
  /** JSON list of the authenticator's transports. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A single-use token with an expiry. */
export interface Tickets {
  token_hash: string;
  kind: TicketKind;
  /** The member whom the ticket is for; null while that is not known yet. */
  user_id: number | null;
  data: string;
  expires_at: number;
}

/**
 * The purposes of a ticket: a sign-in that lacks its second factor; adding, signing in or confirming with a passkey;
 * denying a sign-in by its mail; moving a sign-in to another device; opening letters in another browser; a mailbox
 * member's choices.
 */
export type TicketKind =
  | 'second_factor'
  | 'passkey_add'
  | 'passkey_sign_in'
  | 'passkey_again'
  | 'not_me'
  | 'move'
  | 'letter_browser'
  | 'mailbox';

/** A name that a verified member asked for, until an administrator decides; one at most for each member. */
export interface NameRequests {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  first_name: string;
  last_name: string;
  asked_at: number;
}

/**
 * The time between a denied sign-in and its denial (epoch ms), kept until the owner has reviewed what happened in it.
 */
export interface Denials {
  user_id: number;
  since: number;
  until: number;
}

export interface VerificationRequests {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  personal_statement: string;
  linkedin_profile: string | null;
  instagram_handle: string | null;
  status: 'pending' | 'approved' | 'rejected';
  notes: string | null;
  submitted_at: number;
}

export interface PushSubscriptions {
  id: Generated<number>;
  user_id: number;
  session_id: number;
  /** The endpoint of the browser's push service. */
  endpoint: string;
  created_at: number;
}

import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables around an account; `schema.ts` names all tables.

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

/** What a member chose for a kind of notification; without a row the kind's own defaults hold. */
export interface NotificationPreferences {
  user_id: number;
  kind: string;
  bell: Flag;
  email: Flag;
  push: Flag;
}

/** A member's last export: one at most, swept after its time. */
export interface Exports {
  user_id: number;
  public_id: string;
  status: 'pending' | 'ready';
  /** Files in the storage that put together are the ZIP. */
  parts: number;
  /** Of the whole ZIP. */
  bytes: number;
  created_at: number;
  expires_at: number;
}

export interface EmailTokens {
  token_hash: string;
  /** A registered address that is confirmed, another one that takes its place, or a password that is set anew. */
  kind: 'confirm' | 'change' | 'reset';
  user_id: number;
  email: string;
  expires_at: number;
}

/** The secret that a member's authenticator app shares; it asks for nothing until it was confirmed by a code. */
export interface TotpSecrets {
  user_id: number;
  /** Sealed with a key of this installation. */
  secret: string;
  created_at: number;
  confirmed_at: number | null;
  /** The time step of the last code that was taken: it and those before it are taken no more. */
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
  /** As the authenticator names it, in base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  /** JSON list of how the authenticator is reached. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A token that was handed out, and is taken back once within its time. */
export interface Tickets {
  token_hash: string;
  kind: TicketKind;
  /** Null where it is not known yet whose it will be. */
  user_id: number | null;
  data: string;
  expires_at: number;
}

/**
 * A sign-in that lacks its second factor; a passkey that is added, signs in, or proves oneself again; a notice of a
 * sign-in that may be denied; a sign-in that is moved to another device.
 */
export type TicketKind =
  | 'second_factor'
  | 'passkey_add'
  | 'passkey_sign_in'
  | 'passkey_again'
  | 'not_me'
  | 'move';

/** A name that a verified member asked for, until an administrator decides; one at most for each member. */
export interface NameRequests {
  id: Generated<number>;
  public_id: string;
  user_id: number;
  first_name: string;
  last_name: string;
  asked_at: number;
}

/** Between a denied sign-in and its denial (epoch ms), until the owner has looked at what was done meanwhile. */
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

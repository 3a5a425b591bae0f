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

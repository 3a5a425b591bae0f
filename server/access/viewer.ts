import { sql } from 'kysely';
import { type Database, hot } from '../platform/db/database.ts';
import { hashOf } from '../platform/text/ids.ts';

/** The signed-in member on whose behalf everything in a request is asked. */
export interface Viewer {
  readonly id: number;
  readonly publicId: string;
  readonly isVerified: boolean;
  readonly isAdmin: boolean;
  readonly sessionId: number;
  readonly sessionSeenAt: number;
}

interface SessionRow {
  id: number;
  public_id: string;
  verification_status: string;
  is_admin: number;
  session_id: number;
  last_seen_at: number;
}

const sessionByToken = hot<{ tokenHash: string; now: number }, SessionRow>({
  name: 'session_by_token',
  parameters: ['tokenHash', 'now'],
  text: ({ tokenHash, now }) => sql`
    select u.id, u.public_id, u.verification_status, u.is_admin, s.id as session_id, s.last_seen_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}
      and u.banned_at is null and (u.suspended_until is null or u.suspended_until <= ${now})`,
});

/**
 * The member whose session a cookie's token opens, together with their state, read on every request: an ended
 * session, a suspension and a ban hold from the next one on. Null when there is none.
 */
export const findViewer = async (db: Database, token: string): Promise<Viewer | null> => {
  const [row] = await db.run(sessionByToken, { tokenHash: hashOf(token), now: Date.now() });
  if (!row) return null;
  return {
    id: row.id,
    publicId: row.public_id,
    isVerified: row.verification_status === 'approved',
    isAdmin: row.is_admin === 1,
    sessionId: row.session_id,
    sessionSeenAt: row.last_seen_at,
  };
};

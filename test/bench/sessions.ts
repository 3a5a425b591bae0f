import type { Database } from '../../server/platform/db/database.ts';
import { hashOf, newId } from '../../server/platform/text/ids.ts';

const day = 24 * 60 * 60_000;
const signedIn = 400;

const tokenOf = (member: number): string => `bench-${member}`;

/** The headers that a signed-in member's browser sends. */
export const cookieOf = (member: number): string => `circle_session=${tokenOf(member)}`;

/**
 * Opens sessions for the first 400 members without hashing passwords, which would take longer than everything else.
 */
export const renewSessions = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await q.deleteFrom('sessions').execute();
    const now = Date.now();
    const rows = Array.from({ length: signedIn }, (_, index) => ({
      public_id: newId(),
      token_hash: hashOf(tokenOf(index + 1)),
      user_id: index + 1,
      device: 'bench',
      created_at: now,
      // The server updates a session's last use once in five minutes; the benchmark does not measure that.
      last_seen_at: now + day,
      expires_at: now + day,
    }));
    await q.insertInto('sessions').values(rows).execute();
  });

import type { Session } from '../../../contract/account.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { endSessions, endStreamAndSignInCodes } from '../auth/session.ts';
import { missing } from '../../platform/problem.ts';
import { wordsFor } from '../../words/reader.ts';
import { deviceIn, deviceOf } from '../notifications/device.ts';

/** More browsers than anybody has; the list is one page of my account. */
const maxSessions = 100;

/** The viewer's sessions: this one first, then by last use. */
export const listSessions = async (db: Database, viewer: Viewer): Promise<Session[]> => {
  const words = wordsFor(viewer);
  const rows = await db.read
    .selectFrom('sessions')
    .select(['id', 'public_id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', Date.now())
    .orderBy((e) => e.case().when('id', '=', viewer.sessionId).then(0).else(1).end())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions)
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    device: deviceIn(words, deviceOf(row.device)),
    createdAt: time(row.created_at),
    lastSeenAt: time(row.last_seen_at),
    current: row.id === viewer.sessionId,
  }));
};

/** Ends one of the viewer's sessions, and closes its event stream immediately. @throws missing */
export const endSession = (db: Database, viewer: Viewer, publicId: string): Promise<void> =>
  db.write(async (tx) => {
    const ended = await tx.q
      .deleteFrom('sessions')
      .where('public_id', '=', publicId)
      .where('user_id', '=', viewer.id)
      .returning(['id', 'user_id'])
      .executeTakeFirst();
    if (!ended) throw missing();
    await endStreamAndSignInCodes(tx, ended);
  });

export const endOtherSessions = (db: Database, viewer: Viewer): Promise<void> =>
  db.write((tx) => endSessions(tx, viewer.id, { but: viewer.sessionId }));

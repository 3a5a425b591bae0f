import type { AppContext } from '../../app-context.ts';
import { takeNodeLock } from '../../platform/db/migrate.ts';
import { insertInvitation } from './send.ts';

/**
 * Until somebody has joined by it, each start makes a fresh link for the first member, who becomes administrator
 * and is verified; links of earlier starts stop working. Null once there is a member.
 */
export const makeFirstLink = (context: Pick<AppContext, 'db' | 'settings'>): Promise<string | null> =>
  context.db.write(async (tx) => {
    // Nodes that start together would each leave a link that works, and one of them opens everything.
    await takeNodeLock(tx.q, context.db.dialect);
    const somebody = await tx.q.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (somebody) return null;
    await tx.q
      .deleteFrom('invitations')
      .where('inviter_id', 'is', null)
      .where('accepted_at', 'is', null)
      .execute();
    const { code } = await insertInvitation(tx, {
      inviterId: null,
      circleId: null,
      email: null,
      message: null,
      makesAdmin: true,
    });
    return `${context.settings.publicUrl}/join/${code}`;
  });

import type * as contract from '../../../contract/notifications.ts';
import { alwaysInBell, alwaysMailed } from '../../../contract/notifications.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { Cursors } from '../../platform/text/cursor.ts';
import { defaults, isChosenKind } from './kinds.ts';

type Preferences = Output<typeof contract.preferences>;

/** The channels of each kind: the member's choice, else the kind's defaults. */
export const findPreferences = async (q: Queries, userId: number): Promise<Preferences> => {
  const rows = await q
    .selectFrom('notification_preferences')
    .select(['kind', 'bell', 'email', 'push'])
    .where('user_id', '=', userId)
    .execute();
  const found: Preferences = { ...defaults };
  for (const { kind, bell, email, push } of rows) {
    if (isChosenKind(kind))
      found[kind] = {
        bell: bell === 1 || alwaysInBell.includes(kind),
        email: email === 1 || alwaysMailed.includes(kind),
        push: push === 1,
      };
  }
  return found;
};

const choose = async (tx: Tx, userId: number, kind: string, choice: contract.Choice): Promise<void> => {
  const flags = {
    bell: choice.bell ? 1 : 0,
    email: choice.email ? 1 : 0,
    push: choice.push ? 1 : 0,
  } as const;
  await tx.q
    .insertInto('notification_preferences')
    .values({ user_id: userId, kind, ...flags })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(flags))
    .execute();
};

/** Sets the given kinds and leaves the rest. */
export const setPreferences = (
  db: Database,
  viewer: Viewer,
  input: Input<typeof contract.setPreferences>,
): Promise<Preferences> =>
  db.write(async (tx) => {
    for (const [kind, choice] of Object.entries(input)) {
      if (choice) await choose(tx, viewer.id, kind, choice);
    }
    return findPreferences(tx.q, viewer.id);
  });

const stopList = (kind: string) => `stop mails: ${kind}`;

/** The data of a mail's unsubscribe link: the member and the kind, encrypted by this installation. */
export const stopToken = (cursors: Cursors, kind: string, userId: number): string =>
  cursors.seal(stopList(kind), userId);

/**
 * Stops the mails of one kind for the member in the token (RFC 8058).
 * @throws invalid for any other token
 */
export const stopMails = async (
  context: Pick<AppContext, 'db' | 'cursors'>,
  kind: string,
  token: string,
): Promise<void> => {
  const [userId] = context.cursors.open(stopList(kind), token);
  if (userId === undefined || !isChosenKind(kind)) return;
  await context.db.write(async (tx) => {
    // Lock the member, or a concurrent account deletion would make this insert fail.
    await lockMembers(tx, [userId]);
    const there = await tx.q.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (!there) return;
    const now = (await findPreferences(tx.q, userId))[kind];
    await choose(tx, userId, kind, { ...now, email: false });
  });
};

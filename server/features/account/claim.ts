import type * as contract from '../../../contract/auth.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { readPerson, time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { withMember } from '../../feature.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockAgainstReferences } from '../../platform/db/locks.ts';
import { conflict } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { mustNotBeLastAdmin } from '../auth/administrators.ts';
import { listPasskeys } from '../auth/passkeys.ts';
import { assertSessionLives } from '../auth/session.ts';
import { hasTotp } from '../auth/totp.ts';
import { findEverybodyIn } from '../circles/find-added.ts';
import { dropSource } from '../media/full-copy.ts';
import { deletePostsOf } from '../posts/account-deletion.ts';

type Claim = Output<typeof contract.claim>;

const maxPeople = 50;

/** The facts from which the viewer can tell whether the account is theirs. */
export const findClaim = async (db: Database, { id }: Viewer): Promise<Claim> => {
  const row = await db.read
    .selectFrom('users')
    .select(['claim_asked_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const asked = row.claim_asked_at !== null;
  const createdAt = time(row.created_at);
  if (!asked) return { asked, createdAt, circles: [], passkeys: [], totp: false };
  const circles = new Map<number, Claim['circles'][number]>();
  for (const { circle, member } of await findEverybodyIn(db.read, id)) {
    if (member === null) continue;
    const listed = circles.get(circle.id) ?? { id: circle.publicId, name: circle.name, people: [], count: 0 };
    circles.set(circle.id, listed);
    listed.count += 1;
    if (listed.people.length < maxPeople) listed.people.push(readPerson(member));
  }
  return {
    asked,
    createdAt,
    circles: [...circles.values()],
    passkeys: (await listPasskeys(db.read, id)).map(({ name }) => name),
    totp: await hasTotp(db.read, id),
  };
};

/** Removes what a squatter left in the account. @returns photos whose uploaded files may still be stored */
const startEmpty = async (
  context: Pick<AppContext, 'jobs' | 'features'>,
  tx: Tx,
  { id }: Viewer,
): Promise<string[]> => {
  await mustNotBeLastAdmin(tx, id, messages.lastAdmin);
  await lockAgainstReferences(tx, id);
  const photos = await deletePostsOf(context.jobs, tx, id);
  await withMember(context.features, (each) => each.onStartEmpty?.(tx, id, context));
  // An administrator verified and promoted the squatter, not the owner.
  await tx.q
    .updateTable('users')
    .set({
      bio: '',
      phone_number: null,
      avatar_id: null,
      daily_circles: null,
      posts_count: 0,
      verification_status: 'none',
      vouched_by: null,
      verification_notes: null,
      verification_submitted_at: null,
      is_admin: 0,
    })
    .where('id', '=', id)
    .execute();
  return photos;
};

/**
 * Records whether the account is the viewer's: keeps its content, or removes what others left in it.
 * @throws conflict if nothing was asked, and for the only administrator, who cannot start empty
 */
export const answerClaim = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'features' | 'tmpDir'>,
  viewer: Viewer,
  mine: boolean,
): Promise<CurrentUser> => {
  const { user, photos } = await context.db.write(async (tx) => {
    await assertSessionLives(tx, viewer);
    const asked = await tx.q
      .updateTable('users')
      .set({ claim_asked_at: null })
      .where('id', '=', viewer.id)
      .where('claim_asked_at', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!asked) throw conflict(messages.claimAnswered);
    const removed = mine ? [] : await startEmpty(context, tx, viewer);
    const act = mine ? 'member.claimed' : 'member.emptied';
    await recordAuditEntry(tx, act, { actorId: viewer.id, target: viewer.publicId });
    return { user: await loadCurrentUser(tx.q, viewer.id), photos: removed };
  });
  for (const photo of photos) await dropSource(context.tmpDir, photo);
  return user;
};

import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { WholeCircle } from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { findCircle, type FoundCircle } from '../../access/find/circles.ts';
import { findPhotoOfCircle } from '../../access/find/images.ts';
import { areBlocked, findMember } from '../../access/find/members.ts';
import {
  assertMayDeleteCircle,
  assertMayEdit,
  assertMayHandOver,
  assertMayManageMembers,
  assertMayRemoveMember,
} from '../../access/assert-may.ts';
import { col, isBanned } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { dropJob } from '../../platform/jobs/insert.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { conflict, missing, Problem } from '../../platform/problem.ts';
import { notifyLettersCarry } from '../notifications/letters-carry.ts';
import { notifyOnce } from '../notifications/withdrawn.ts';
import { notify } from '../notifications/notify.ts';
import { isContactsName, assertMayOwnAnother } from './create.ts';
import { emptyCircle, endInSteps, endKey, endKind, retryMs } from './end.ts';
import { endKeeping } from './keepers.ts';
import { addedNews, addToCircle, contactsNews, lockMembership, takeFromCircle } from './members.ts';
import { loadCircle } from './read.ts';
import { keepEndedMemberships, keepFormerCircles } from '../../access/readers/former-readers.ts';

interface Edit {
  id: string;
  name: string;
  description?: string | undefined;
  color?: string | undefined;
  showsEarlierPosts?: boolean | undefined;
  lettersCarry?: Circle['lettersCarry'] | undefined;
  /** Null for the newest photo. */
  coverPhotoId?: string | null | undefined;
}

const letLettersCarryContent = async (tx: Tx, viewer: Viewer, circle: FoundCircle): Promise<void> => {
  const changed = await tx.q
    .updateTable('circles')
    .set({ letters_carry: 'content' })
    .where('id', '=', circle.id)
    .where('letters_carry', '=', 'names')
    .returning('id')
    .executeTakeFirst();
  if (changed) await notifyLettersCarry(tx, { circle: circle.id, actor: viewer.id });
};

/** The letters of mailbox members need words and photos. @throws conflict that names them */
const assertNoMailboxMembers = async ({ q }: Tx, circleId: number): Promise<void> => {
  const members = await q
    .selectFrom('circle_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.first_name', 'u.last_name'])
    .where('m.circle_id', '=', circleId)
    .where('u.by_letter', '=', 1)
    .where(({ not }) => not(isBanned(col('u.id'))))
    .orderBy('m.added_at')
    .execute();
  if (members.length === 0) return;
  const names = members.map((member) => `${member.first_name} ${member.last_name}`).join(', ');
  throw new Problem('conflict', messages.mailboxNeedsLetters, { gaps: { names } });
};

/**
 * Changes the given fields and leaves the others.
 * @throws missing (also for a photo that the viewer does not see there), forbidden, conflict: Contacts keeps its name, and mailbox members need letters with words and photos
 */
export const editCircle = (db: Database, viewer: Viewer, input: Edit): Promise<WholeCircle> =>
  db.write(async (tx) => {
    const circle = await findCircle(tx.q, viewer, input.id);
    assertMayEdit(viewer, circle, input);
    if (!circle.isContacts && isContactsName(input.name)) throw conflict(messages.contactsFixed);
    if (input.lettersCarry === 'names') {
      await lockRows(tx, tx.q.selectFrom('circles').select('id').where('id', '=', circle.id));
      await assertNoMailboxMembers(tx, circle.id);
    }
    const { coverPhotoId: photo } = input;
    const cover = photo && (await findPhotoOfCircle(tx.q, viewer, circle.id, photo));
    await tx.q
      .updateTable('circles')
      .set({
        name: input.name,
        ...(input.description === undefined ? {} : { description: input.description }),
        ...(input.color === undefined ? {} : { color: input.color }),
        ...(input.showsEarlierPosts === undefined ? {} : { shows_earlier: input.showsEarlierPosts ? 1 : 0 }),
        ...(input.lettersCarry === 'names' ? { letters_carry: 'names' } : {}),
        ...(photo === undefined ? {} : { cover_photo_id: cover || null }),
      })
      .where('id', '=', circle.id)
      .execute();
    if (input.lettersCarry === 'content') await letLettersCarryContent(tx, viewer, circle);
    await publish(tx, { kind: 'circle', id: circle.publicId, to: { circle: circle.id } });
    return loadCircle(tx.q, viewer, circle.publicId);
  });

const deleteWithMemory = async (tx: Tx, id: number): Promise<void> => {
  await keepEndedMemberships(tx, sql`circle_id = ${id}`);
  await keepFormerCircles(tx, sql`circle_id = ${id}`);
  await tx.q.deleteFrom('circles').where('id', '=', id).execute();
};

/**
 * Deletes a circle and keeps its posts; those shared with it alone stay visible to their authors only. Its members are out
 * of it with the first transaction; its rows are deleted in steps (docs/decisions/0039).
 * @throws missing, forbidden, conflict
 */
export const deleteCircle = async (
  context: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
): Promise<void> => {
  const { db, jobs } = context;
  const circle = await db.write(async (tx) => {
    const found = await findCircle(tx.q, viewer, id);
    assertMayDeleteCircle(viewer, found);
    await emptyCircle(tx, viewer, found);
    const job = { kind: endKind, payload: found.id, uniqueKey: endKey(found.id) };
    await jobs.enqueue(tx, { ...job, runAt: Date.now() + retryMs });
    return found;
  });
  await endInSteps(db, circle.id);
  await db.write(async (tx) => {
    await dropJob(tx, endKey(circle.id));
    await publish(tx, { kind: 'circle', id: circle.publicId, to: { members: [viewer.id] } });
  });
};

/** Deletes a circle again that a restored backup brought back. @returns whether it existed */
export const removeCircleAgain = async (tx: Tx, publicId: string): Promise<boolean> => {
  const circle = await tx.q
    .selectFrom('circles')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (circle) await deleteWithMemory(tx, circle.id);
  return circle !== undefined;
};

/** Sets the viewer's own priority of a circle. @throws missing */
export const setPriority = (
  db: Database,
  viewer: Viewer,
  input: { id: string; priority: number },
): Promise<WholeCircle> =>
  db.write(async (tx) => {
    const circle = await findCircle(tx.q, viewer, input.id);
    await tx.q
      .updateTable('circle_members')
      .set({ priority: input.priority })
      .where('circle_id', '=', circle.id)
      .where('user_id', '=', viewer.id)
      .execute();
    await publish(tx, { kind: 'circle', id: circle.publicId, to: { members: [viewer.id] } });
    return loadCircle(tx.q, viewer, circle.publicId);
  });

/** @throws missing (circle or member), forbidden, conflict when full */
export const addMember = (
  db: Database,
  viewer: Viewer,
  input: { id: string; userId: string },
): Promise<{ circle: WholeCircle; added: boolean }> =>
  db.write(async (tx) => {
    const circle = await findCircle(tx.q, viewer, input.id);
    assertMayManageMembers(viewer, circle);
    const member = await findMember(tx.q, viewer, input.userId);
    // Each circle asks by mail.
    if (member.byLetter) throw conflict(messages.mailboxAsksFirst);
    const added = await addToCircle(tx, circle, member.id, viewer.id);
    if (added && circle.kind === 'shared') {
      // One notification per circle, however often the owner removes and adds the member.
      await notify(tx, {
        kind: 'added_to_circle',
        to: member.id,
        actor: viewer.id,
        circle: circle.id,
        group: addedNews(circle.id),
      });
    }
    if (added && circle.isContacts) {
      await notifyOnce(tx, {
        kind: 'added_to_contacts',
        to: member.id,
        actor: viewer.id,
        group: contactsNews(viewer.id),
      });
    }
    return { circle: await loadCircle(tx.q, viewer, circle.publicId), added };
  });

/** Removes a member, or lets the viewer leave. @throws missing, forbidden, conflict for the owner */
export const removeMember = (
  db: Database,
  viewer: Viewer,
  input: { id: string; memberId: string },
): Promise<void> =>
  db.write(async (tx) => {
    const found = await findCircle(tx.q, viewer, input.id);
    if (input.memberId !== viewer.publicId) assertMayManageMembers(viewer, found);
    const member = await lockMembership(tx, found.id, input.memberId);
    // A keeper does not find whom a block hides; a banned member may be removed.
    if (member === null || (await areBlocked(tx.q, viewer.id, member.id))) throw missing();
    // Read the owner again: the circle may have been handed over in between.
    const circle = await findCircle(tx.q, viewer, input.id);
    assertMayRemoveMember(viewer, circle, member);
    await takeFromCircle(tx, circle, member.id);
  });

/** Hands over a shared circle to one of its members. @throws missing, forbidden, conflict */
export const handOver = (
  db: Database,
  viewer: Viewer,
  input: { id: string; userId: string },
): Promise<WholeCircle> =>
  db.write(async (tx) => {
    const circle = await findCircle(tx.q, viewer, input.id);
    assertMayHandOver(viewer, circle);
    const heir = await findMember(tx.q, viewer, input.userId);
    if (heir.byLetter) throw conflict(messages.mailboxNeedsAccount);
    if ((await lockMembership(tx, circle.id, heir.publicId)) === null)
      throw conflict(messages.handOverMember);
    await assertMayOwnAnother(tx, heir.id);
    const handed = await tx.q
      .updateTable('circles')
      .set({ owner_id: heir.id })
      .where('id', '=', circle.id)
      .where('owner_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst();
    // A concurrent request has handed it to another member.
    if (!handed) throw missing();
    await endKeeping(tx, heir.id, sql`circle_id = ${circle.id}`);
    await notify(tx, { kind: 'circle_handed_over', to: heir.id, actor: viewer.id, circle: circle.id });
    await publish(tx, { kind: 'circle', id: circle.publicId, to: { circle: circle.id } });
    return loadCircle(tx.q, viewer, circle.publicId);
  });

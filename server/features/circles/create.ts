import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { WholeCircle } from '../../../contract/circles.ts';
import type { Circle, CircleKind, Language } from '../../../contract/shapes.ts';
import { newestPost } from '../../access/readers/not-told.ts';
import { newestAddition } from '../../access/readers/not-told-photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { allWords, wordsIn } from '../../words/words.ts';
import { loadCircle } from './read.ts';

export interface NewCircle {
  name: string;
  description?: string | undefined;
  color?: string | undefined;
  priority?: number | undefined;
  kind?: CircleKind | undefined;
  showsEarlierPosts?: boolean | undefined;
  lettersCarry?: Circle['lettersCarry'] | undefined;
}

const sharedColor = '#3B82F6';
const contactsColor = '#8B5CF6';

const contactsNames = allWords.map(({ contacts }) => contacts.name);

/** Whether the Contacts circle has this name in any language. */
export const isContactsName = (name: string): boolean =>
  contactsNames.some((taken) => taken.toLowerCase() === name.toLowerCase());

const insertCircle = async (
  tx: Tx,
  ownerId: number,
  circle: Required<NewCircle> & { isContacts: boolean },
): Promise<{ id: number; publicId: string }> => {
  const publicId = newId();
  const now = Date.now();
  const { id } = await tx.q
    .insertInto('circles')
    .values({
      public_id: publicId,
      owner_id: ownerId,
      kind: circle.kind ?? 'shared',
      is_contacts: circle.isContacts ? 1 : 0,
      name: circle.name,
      description: circle.description ?? '',
      color: circle.color ?? sharedColor,
      shows_earlier: circle.showsEarlierPosts ? 1 : 0,
      letters_carry: circle.lettersCarry ?? 'names',
      member_count: 1,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.q
    .insertInto('circle_members')
    .values({
      circle_id: id,
      user_id: ownerId,
      priority: circle.priority ?? 0,
      sees_after_post_id: 0,
      added_by: ownerId,
      added_at: now,
      told_post_id: newestPost,
      told_addition_id: newestAddition,
    })
    .execute();
  return { id, publicId };
};

/** Creates the Contacts circle that every account starts with. */
export const createContacts = async (tx: Tx, ownerId: number, language: Language): Promise<void> => {
  await insertCircle(tx, ownerId, {
    ...wordsIn(language).contacts,
    color: contactsColor,
    priority: 1,
    kind: 'private',
    showsEarlierPosts: false,
    lettersCarry: 'names',
    isContacts: true,
  });
};

/** Has the name and description of the owner's Contacts circle follow their language, unless they wrote their own. */
export const translateContacts = async ({ q }: Tx, ownerId: number, language: Language): Promise<void> => {
  const { name, description } = wordsIn(language).contacts;
  const descriptions = allWords.map(({ contacts }) => contacts.description);
  await q
    .updateTable('circles')
    .set((e) => ({
      name,
      description: e
        .case()
        .when(e('description', 'in', descriptions))
        .then(description)
        .else(e.ref('description'))
        .end(),
    }))
    .where('owner_id', '=', ownerId)
    .where('is_contacts', '=', 1)
    .where('name', 'in', contactsNames)
    .execute();
};

/**
 * Locks a member's row and counts their circles, so that two concurrent requests cannot both create the hundredth.
 * @throws missing if the account has ended since the request began, or conflict at the maximum
 */
export const assertMayOwnAnother = async (tx: Tx, ownerId: number): Promise<void> => {
  await lockMembers(tx, [ownerId]);
  const users = tx.q.selectFrom('users').select('id').where('id', '=', ownerId);
  if (!(await users.where('banned_at', 'is', null).executeTakeFirst())) throw missing();
  const { owned } = await tx.q
    .selectFrom('circles')
    .select((e) => e.fn.countAll<number>().as('owned'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (owned >= limits.circlesOwned) throw conflict(messages.tooManyCircles);
};

/** @throws conflict for a second Contacts circle, or if the viewer owns the maximum of circles */
export const createCircle = (
  db: Database,
  viewer: Viewer,
  input: NewCircle,
  repeatKey: RepeatKey | null = null,
): Promise<WholeCircle> => {
  const make = async (tx: Tx) => {
    if (isContactsName(input.name)) throw conflict(messages.contactsFixed);
    await assertMayOwnAnother(tx, viewer.id);
    const kind = input.kind ?? 'shared';
    const { publicId } = await insertCircle(tx, viewer.id, {
      name: input.name,
      description: input.description,
      color: input.color,
      priority: input.priority,
      kind,
      showsEarlierPosts: input.showsEarlierPosts ?? kind === 'shared',
      lettersCarry: input.lettersCarry,
      isContacts: false,
    });
    await publish(tx, { kind: 'circle', id: publicId, to: { members: [viewer.id] } });
    return { id: publicId, result: await loadCircle(tx.q, viewer, publicId) };
  };
  return idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make,
    load: ({ q }, made) => loadCircle(q, viewer, made),
  });
};

import { newPassword } from '../../../../contract/auth.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import type { AppContext } from '../../../app-context.ts';
import { conflict, invalid, missing } from '../../../platform/problem.ts';
import { languageOr } from '../../../words/words.ts';
import { recordAuditEntry } from '../../audit/record.ts';
import { findHolder, freeAddress, setAddress } from '../../auth/address.ts';
import { isCommonPassword } from '../../auth/common-passwords.ts';
import { hashPassword } from '../../auth/password.ts';
import { endSessions } from '../../auth/session.ts';
import { createContacts } from '../../circles/create.ts';
import { chooseForAll, stopAll } from '../../delivery/choices.ts';
import { isInCircle } from '../membership.ts';
import { validated } from '../validated.ts';
import type { Choosing } from './choices-links.ts';

/**
 * Makes an account of a mailbox member, with the password rules of registration. Everything they wrote stays theirs; the
 * keys and links of their letters expire. The mailed link has proven the address.
 * @returns the address to sign in with
 * @throws invalid for the password, conflict if an account has the address, missing if the link expired meanwhile,
 * or the member is in no circle any more
 */
export const makeAccount = async (
  { db }: Pick<AppContext, 'db'>,
  { viewer, assertMay }: Choosing,
  given: { password: string; again: string },
): Promise<string> => {
  validated(newPassword, given.password);
  if (given.password !== given.again) throw invalid('again', messages.passwordsDiffer);
  if (await isCommonPassword(given.password)) throw invalid('password', messages.passwordCommon);
  const passwordHash = await hashPassword(given.password);
  try {
    return await db.write(async (tx) => {
      await assertMay(tx);
      if (!(await isInCircle(tx.q, viewer.id))) throw missing();
      const member = await tx.q
        .selectFrom('users')
        .select(['email', 'shared_delivery', 'letters_paused_at'])
        .where('id', '=', viewer.id)
        .executeTakeFirstOrThrow();
      if (!(await freeAddress(tx, await findHolder(tx, member.email, viewer.id))))
        throw conflict(messages.registrationFailed);
      await tx.q
        .updateTable('users')
        .set({ by_letter: 0, password_hash: passwordHash, letters_paused_at: null, bounces: 0 })
        .where('id', '=', viewer.id)
        .execute();
      await setAddress(tx, viewer.id, member.email);
      await createContacts(tx, viewer.id, languageOr(viewer.language));
      if (member.letters_paused_at !== null) await stopAll(tx, viewer.id);
      else if (member.shared_delivery === 'sunday') await chooseForAll(tx, viewer.id, 'sunday');
      await tx.q.deleteFrom('letter_browsers').where('user_id', '=', viewer.id).execute();
      await endSessions(tx, viewer.id);
      await recordAuditEntry(tx, 'member.registered', { actorId: viewer.id, target: viewer.publicId });
      return member.email;
    });
  } catch (error) {
    if (db.dialect.isUniqueViolation(error)) throw conflict(messages.registrationFailed);
    throw error;
  }
};

import type { register as call } from '../../../contract/auth.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { isTimeZone } from '../../../contract/fields.ts';
import type { CurrentUser, Language } from '../../../contract/shapes.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { conflict, invalid, Problem } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { newId } from '../../platform/text/ids.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { createContacts } from '../circles/create.ts';
import { claimInvitation } from '../invitations/accept.ts';
import { findInvitation, type FoundInvitation } from '../invitations/find.ts';
import { languageOr } from '../../words/words.ts';
import { searchTextOf } from '../members/search-text.ts';
import { isSuggested, usernamesFor } from '../members/usernames.ts';
import { findHolder, freeAddress } from './address.ts';
import { isCommonPassword } from './common-passwords.ts';
import { askToConfirm } from './confirm-email.ts';
import { loadCurrentUser } from './current-user.ts';
import { hashPassword } from './password.ts';

/**
 * Solves a human check such as `7 + 3`, `9 - 4` or `3 × 5` with a small grammar; no code is evaluated.
 * @returns null for any other text
 */
const solveChallenge = (question: string): number | null => {
  // Two adjacent runs of blanks would backtrack over every split (ReDoS), for seconds if they are long.
  const match = /^(\d{1,2})\s*([+\-−×])\s*(\d{1,2})(?:\s*=(?:\s*\?)?)?$/.exec(question.trim());
  if (!match) return null;
  const [, first, sign, second] = match;
  const a = Number(first);
  const b = Number(second);
  const max = sign === '×' ? 5 : 10;
  if (a < 1 || b < 1 || a > max || b > max) return null;
  if (sign === '+') return a + b;
  if (sign === '×') return a * b;
  return a >= b ? a - b : null;
};

/** In seconds: by then the code has nearly expired, and the person needs another. */
const untilNextTry = 24 * 60 * 60;

export interface NewMember {
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  emailConfirmed: boolean;
  isAdmin: boolean;
  isVerified: boolean;
  /** Default: as the installation. */
  language?: Language | null;
  /** Default: UTC. */
  timeZone?: string | null;
  /** The wished username, or null for a suggested one; without it, none is given. */
  username?: string | null;
}

// Null if somebody has the username. A taken address throws the database's unique violation.
const insertUser = async (tx: Tx, member: NewMember, username: string | null) => {
  const now = Date.now();
  return tx.q
    .insertInto('users')
    .values({
      public_id: newId(),
      email: member.email,
      email_key: emailKey(member.email),
      email_confirmed_at: member.emailConfirmed ? now : null,
      password_hash: member.passwordHash,
      username,
      username_chosen: isSuggested(member, username) ? 0 : 1,
      first_name: member.firstName,
      last_name: member.lastName,
      search_text: searchTextOf(member.firstName, member.lastName, username),
      is_admin: member.isAdmin ? 1 : 0,
      verification_status: member.isVerified ? 'approved' : 'none',
      created_at: now,
      language: member.language ?? null,
      time_zone: member.timeZone ?? null,
    })
    .onConflict((on) => on.column('username').doNothing())
    .returning(['id', 'public_id as publicId'])
    .executeTakeFirst();
};

/** Writes a member with their Contacts circle. Throws the database's unique violation when the address is taken. */
export const insertMember = async (tx: Tx, member: NewMember): Promise<{ id: number; publicId: string }> => {
  const usernames = member.username === undefined ? [null] : usernamesFor(member, member.username);
  for (const username of usernames) {
    const inserted = await insertUser(tx, member, username);
    if (!inserted) continue;
    await createContacts(tx, inserted.id, languageOr(member.language ?? null));
    return inserted;
  }
  throw new Error('No username is free');
};

const usableInvitation = async (db: Database, code: string): Promise<FoundInvitation> => {
  try {
    return await findInvitation(db.read, null, code);
  } catch (error) {
    if (error instanceof Problem && error.code === 'missing')
      throw invalid('inviteCode', messages.inviteInvalid);
    throw error;
  }
};

/**
 * Creates an account and uses up the invitation code. Only holders of a valid code learn whether an address is taken
 * (enumeration).
 * @throws invalid for the human check, the password and the code, conflict for a taken address
 */
export const register = async (
  context: AppContext,
  input: Input<typeof call>,
  language: Language,
): Promise<CurrentUser> => {
  if (solveChallenge(input.mathChallenge.question) !== input.mathChallenge.answer) {
    throw invalid('mathChallenge', messages.challengeWrong);
  }
  if (await isCommonPassword(input.password)) throw invalid('password', messages.passwordCommon);
  await context.limits.consume('registerCode', input.inviteCode);
  const invitation = await usableInvitation(context.db, input.inviteCode);
  // Check the limit before looking up the address, or the refusal itself would reveal that the address is taken.
  if (!(await context.limits.allows('registerTaken', input.inviteCode)))
    throw new Problem('tooMany', messages.tooManyRequests, { retryAfter: untilNextTry });
  const taken = await context.db.read
    .selectFrom('users')
    .select(['id', 'email_confirmed_at'])
    .where('email_key', '=', emailKey(input.email))
    .executeTakeFirst();
  // The code was mailed to this address, so its holder reads mail there.
  const emailConfirmed = invitation.email === emailKey(input.email);
  if (taken && !(emailConfirmed && taken.email_confirmed_at === null)) {
    await context.limits.consume('registerTaken', input.inviteCode);
    throw conflict(messages.registrationFailed);
  }
  const passwordHash = await hashPassword(input.password);
  try {
    return await context.db.write(async (tx) => {
      if (taken) {
        await lockMembers(tx, [taken.id, ...(invitation.inviterId === null ? [] : [invitation.inviterId])]);
        const holder = await findHolder(tx, input.email, 0);
        if (!(await freeAddress(tx, holder))) throw conflict(messages.registrationFailed);
      }
      const member = await insertMember(tx, {
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
        passwordHash,
        emailConfirmed,
        isAdmin: invitation.makesAdmin,
        isVerified: invitation.makesAdmin,
        username: input.username ?? null,
        language,
        // The browser may know zones that are newer than this server.
        timeZone: input.timeZone !== undefined && isTimeZone(input.timeZone) ? input.timeZone : null,
      });
      await claimInvitation(context.settings, tx, invitation, member.id);
      await recordAuditEntry(tx, 'member.registered', { actorId: member.id, target: member.publicId });
      if (!emailConfirmed) await askToConfirm(context, tx, member.id, input.email);
      return loadCurrentUser(tx.q, member.id);
    });
  } catch (error) {
    if (context.db.dialect.isUniqueViolation(error)) throw conflict(messages.registrationFailed);
    if (error instanceof Problem && error.code === 'missing')
      throw invalid('inviteCode', messages.inviteInvalid);
    throw error;
  }
};

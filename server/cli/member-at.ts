import { findByEmail, type OperatedMember } from '../features/auth/operator.ts';
import type { House } from '../house.ts';
import { CommandError } from '../command-error.ts';

/** The member whose address is the only word given. @throws CommandError */
export const memberAt = async (house: House, words: readonly string[]): Promise<OperatedMember> => {
  const [email, ...others] = words;
  if (email === undefined || others.length > 0) throw new CommandError('Give one e-mail address.');
  const member = await findByEmail(house.db.read, email);
  if (!member) throw new CommandError(`Nobody has the address ${email}.`);
  return member;
};

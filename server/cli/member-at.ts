import type { Database } from '../platform/db/database.ts';
import { findByName, type OperatedMember } from '../features/auth/operator.ts';
import { CommandError } from '../command-error.ts';

/** The member with an e-mail address, or with the id that the audit log names them by. @throws CommandError */
export const memberNamed = async (db: Database, name: string): Promise<OperatedMember> => {
  const member = await findByName(db.read, name);
  if (!member) throw new CommandError(`Nobody has the address ${name}.`);
  return member;
};

/** The member whose address or id is the only word given. @throws CommandError */
export const memberAt = async (db: Database, words: readonly string[]): Promise<OperatedMember> => {
  const [name, ...others] = words;
  if (name === undefined || others.length > 0) throw new CommandError('Give one e-mail address.');
  return memberNamed(db, name);
};

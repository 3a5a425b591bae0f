import { hashPassword } from '../../features/auth/password.ts';
import {
  findByName,
  makeAdmin as grant,
  type OperatedMember,
  replaceAddress,
  replacePassword,
} from '../../features/auth/operator.ts';
import { newInviteCode } from '../../platform/text/ids.ts';
import type { Command } from '../command.ts';
import { email as emailSchema } from '../../../contract/fields.ts';
import { CommandError } from '../../command-error.ts';
import { approveMember } from '../../features/members/verify.ts';
import { agreeToName } from '../../features/verification/names.ts';
import type { Database } from '../../platform/db/database.ts';

/** The member with an e-mail address, or with the id that the audit log names them by. @throws CommandError */
const memberNamed = async (db: Database, name: string): Promise<OperatedMember> => {
  const member = await findByName(db.read, name);
  if (!member) throw new CommandError(`Nobody has the address ${name}.`);
  return member;
};

/** The member whose address or id is the only word given. @throws CommandError */
const memberAt = async (db: Database, words: readonly string[]): Promise<OperatedMember> => {
  const [name, ...others] = words;
  if (name === undefined || others.length > 0) throw new CommandError('Give one e-mail address.');
  return memberNamed(db, name);
};

/** @throws CommandError for a mailbox member */
const mustHaveAccount = ({ name, isByLetter }: OperatedMember): void => {
  if (isByLetter) throw new CommandError(`${name} takes part by e-mail, and has no account yet.`);
};

/** @throws CommandError for a member who cannot sign in, whatever the command does */
const mustBeLetIn = (member: OperatedMember): void => {
  mustHaveAccount(member);
  if (member.isBanned)
    throw new CommandError(`${member.name} is banned. An administrator has to restore them first.`);
};

export const resetPassword: Command = {
  usage: 'reset-password E',
  about:
    'gives the member with this address a new password, prints it once, takes their second factors away, and signs them out everywhere',
  causesMails: true,
  run: async (context, words) => {
    const member = await memberAt(context.db, words);
    mustBeLetIn(member);
    // Readable over the telephone: the letters of invitation codes have no look-alikes.
    const password = `${newInviteCode()}-${newInviteCode()}`;
    const hash = await hashPassword(password);
    const hadFactors = await replacePassword(context, member, hash);
    const said = `The new password of ${member.name} is ${password}`;
    return hadFactors
      ? `${said}\nTheir authenticator app, passkeys and recovery codes were taken away: they sign in with the password alone.`
      : said;
  },
};

export const makeAdmin: Command = {
  usage: 'make-admin E',
  about: 'makes the member with this address an administrator',
  run: async (context, words) => {
    const member = await memberAt(context.db, words);
    mustBeLetIn(member);
    const changed = await context.db.write((tx) => grant(tx, member));
    return changed
      ? `${member.name} is an administrator now.`
      : `${member.name} is an administrator already.`;
  },
};

export const setEmail: Command = {
  usage: 'set-email MEMBER E',
  about:
    'gives a member (by address, or by the id in the audit log) the address E, for an account that was locked; you vouch that E is theirs',
  run: async (context, words) => {
    const [name, address, ...others] = words;
    if (name === undefined || address === undefined || others.length > 0) {
      throw new CommandError('Give a member, and the e-mail address that they get.');
    }
    const email = emailSchema.safeParse(address);
    if (!email.success) throw new CommandError(`${address} is no e-mail address.`);
    const member = await memberNamed(context.db, name);
    mustHaveAccount(member);
    if (!(await replaceAddress(context.db, member, email.data))) {
      throw new CommandError(`Another member has confirmed ${email.data}.`);
    }
    return `${member.name} signs in with ${email.data} now. They set a password by "Forgot your password?".`;
  },
};

export const verify: Command = {
  usage: 'verify E',
  about:
    'vouches for the identity of the member with this address: they can post, and a new name that waits counts',
  causesMails: true,
  run: async (context, words) => {
    const member = await memberAt(context.db, words);
    const { changed, renamed } = await context.db.write(async (tx) => ({
      changed: await approveMember(tx, member, null),
      renamed: await agreeToName(tx, member, null),
    }));
    if (renamed) return `The name that ${member.name} asked for is agreed to.`;
    return changed ? `${member.name} is verified now.` : `${member.name} is verified already.`;
  },
};

import { email as emailSchema } from '../../../contract/fields.ts';
import { replaceAddress } from '../../features/auth/operator.ts';
import { CommandError } from '../../command-error.ts';
import type { Command } from '../command.ts';
import { memberNamed } from '../member-at.ts';

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
    if (!(await replaceAddress(context.db, member, email.data))) {
      throw new CommandError(`Another member has confirmed ${email.data}.`);
    }
    return `${member.name} signs in with ${email.data} now. They set a password by "Forgot your password?".`;
  },
};

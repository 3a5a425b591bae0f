import { hashPassword } from '../../features/auth/password.ts';
import { replacePassword } from '../../features/auth/operator.ts';
import { newInviteCode } from '../../platform/text/ids.ts';
import type { Command } from '../command.ts';
import { memberAt } from '../member-at.ts';

export const resetPassword: Command = {
  usage: 'reset-password E',
  about:
    'gives the member with this address a new password, prints it once, takes their second factors away, and signs them out everywhere',
  run: async (context, words) => {
    const member = await memberAt(context.db, words);
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

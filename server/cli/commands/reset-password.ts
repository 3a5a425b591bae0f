import { hashPassword } from '../../features/auth/password.ts';
import { replacePassword } from '../../features/auth/operator.ts';
import { newInviteCode } from '../../platform/text/ids.ts';
import type { Command } from '../command.ts';
import { memberAt } from '../member-at.ts';

export const resetPassword: Command = {
  usage: 'reset-password E',
  about: 'gives the member with this address a new password, prints it once, and signs them out everywhere',
  run: async (house, words) => {
    const member = await memberAt(house, words);
    // Readable over the telephone: the letters of invitation codes have no look-alikes.
    const password = `${newInviteCode()}-${newInviteCode()}`;
    const hash = await hashPassword(password);
    await house.db.write((tx) => replacePassword(tx, member, hash));
    return `The new password of ${member.name} is ${password}`;
  },
};

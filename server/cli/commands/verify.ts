import { approveMember } from '../../features/verification/verify.ts';
import type { Command } from '../command.ts';
import { memberAt } from '../member-at.ts';

export const verify: Command = {
  usage: 'verify E',
  about: 'vouches for the identity of the member with this address: they can post',
  run: async (house, words) => {
    const member = await memberAt(house, words);
    const changed = await house.db.write((tx) => approveMember(tx, member, null));
    return changed ? `${member.name} is verified now.` : `${member.name} is verified already.`;
  },
};

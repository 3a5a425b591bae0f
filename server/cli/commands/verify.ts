import { approveMember } from '../../features/members/verify.ts';
import { agreeToName } from '../../features/verification/names.ts';
import type { Command } from '../command.ts';
import { memberAt } from '../member-at.ts';

export const verify: Command = {
  usage: 'verify E',
  about:
    'vouches for the identity of the member with this address: they can post, and a new name that waits counts',
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

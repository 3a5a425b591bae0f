import { makeAdmin as grant } from '../../features/auth/operator.ts';
import type { Command } from '../command.ts';
import { memberAt } from '../member-at.ts';

export const makeAdmin: Command = {
  usage: 'make-admin E',
  about: 'makes the member with this address an administrator',
  run: async (context, words) => {
    const member = await memberAt(context.db, words);
    const changed = await context.db.write((tx) => grant(tx, member));
    return changed
      ? `${member.name} is an administrator now.`
      : `${member.name} is an administrator already.`;
  },
};

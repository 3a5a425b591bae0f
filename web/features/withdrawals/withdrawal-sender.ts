import { withdraw } from '../../../contract/withdrawals.ts';
import { api } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import type { Sender } from '../../outbox/kinds.ts';
import { WithdrawalInput } from './withdrawal-input.ts';

/** Withdraws requests whose members have deleted or changed what they shared. */
export const sender: Sender = {
  send: async ({ input }, { signal }) => {
    await api(withdraw, WithdrawalInput.parse(input), { signal });
    return null;
  },
  arrived: (_, __, { client }) => void refreshPosts(client),
};

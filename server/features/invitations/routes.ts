import * as calls from '../../../contract/invitations.ts';
import type { Routes } from '../../feature.ts';
import { acceptInvitation } from './accept.ts';
import { previewInvitation } from './find.ts';
import { listInvitations, withdrawInvitation } from './list-sent.ts';
import { makeInviteCode, sendInvitation } from './send.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.preview, ({ viewer, input }) => previewInvitation(context.db.read, viewer, input.code));
  on(calls.accept, ({ viewer, input }) => acceptInvitation(context, viewer, input.code));
  on(calls.inviteToCircle, ({ viewer, input: { id: circleId, ...input }, repeatKey }) =>
    sendInvitation(context, viewer, { circleId, ...input }, repeatKey),
  );
  for (const call of [calls.sendInvite, calls.inviteByEmail]) {
    on(call, ({ viewer, input, repeatKey }) =>
      sendInvitation(context, viewer, { circleId: null, ...input }, repeatKey),
    );
  }
  on(calls.makeCode, ({ viewer, input }) => makeInviteCode(context, viewer, input));
  on(calls.mine, ({ viewer }) => listInvitations(context.db, viewer));
  on(calls.withdraw, async ({ viewer, input }) => {
    await withdrawInvitation(context.db, viewer, input.id);
    return null;
  });
};

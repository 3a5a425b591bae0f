import * as calls from '../../../contract/invitations.ts';
import type { Routes } from '../../routes.ts';
import { acceptInvitation } from './accept.ts';
import { previewInvitation } from './find.ts';
import { listInvitations, withdrawInvitation } from './mine.ts';
import { sendInvitation } from './send.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.preview, ({ viewer, input }) => previewInvitation(house.db.read, viewer, input.code));
  on(calls.accept, ({ viewer, input }) => acceptInvitation(house.db, viewer, input.code));
  on(calls.inviteToCircle, ({ viewer, input: { id: circleId, email, message }, repeatKey }) =>
    sendInvitation(house, viewer, { circleId, email, message }, repeatKey),
  );
  for (const call of [calls.sendInvite, calls.inviteByEmail]) {
    on(call, ({ viewer, input, repeatKey }) =>
      sendInvitation(house, viewer, { circleId: null, ...input }, repeatKey),
    );
  }
  on(calls.mine, ({ viewer }) => listInvitations(house.db, viewer));
  on(calls.withdraw, async ({ viewer, input }) => {
    await withdrawInvitation(house.db, viewer, input.id);
    return null;
  });
};

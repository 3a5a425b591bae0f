import * as calls from '../../../contract/invitations.ts';
import type { Feature, Routes } from '../../feature.ts';
import { acceptInvitation } from './accept.ts';
import { previewInvitation } from './find.ts';
import {
  listInvitations,
  withdrawInvitation,
  listAskedByMail,
  listSent,
  withdrawSentWithin,
} from './list-sent.ts';
import { makeInviteCode, sendInvitation, handleInvitations } from './send.ts';
import { sweepInvitations, forgetInvited } from './account-deletion.ts';

const routes: Routes = ({ on }, context) => {
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
  on(calls.mine, ({ viewer, input }) => listInvitations(context.db, viewer, input.circleId));
  on(calls.withdraw, async ({ viewer, input }) => {
    await withdrawInvitation(context.db, viewer, input.id);
    return null;
  });
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleInvitations(context);
    context.jobs.handle('sweep-invitations', () => sweepInvitations(context.db), { every: 60 * 60_000 });
  },
  exports: ({ db }, viewer) => ({
    invitations: () => listSent(db, viewer),
    'asked-by-mail': () => listAskedByMail(db, viewer),
  }),
  member: {
    onLeave: (tx, { id, email }) => forgetInvited(tx, id, email),
    onStartEmpty: (tx, id) => withdrawSentWithin(tx, id, { since: 0, until: Date.now() }),
  },
};
